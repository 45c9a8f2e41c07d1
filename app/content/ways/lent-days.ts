import { t } from "~/i18n/t";
import { written } from "./written-day";

/** Lent: four days from Ash Wednesday, then six weeks from Monday to Saturday; Sundays stand apart. */
export const LENT_DAYS = [
  written(
    t("Dust"),
    "Joel 2:12-17",
    t(
      "A cross of ash, a thumb on the forehead, and the plain truth that we die. The prophet wants hearts torn open and clothes left whole. God has no use for show.",
    ),
    [t("What would you do differently if you had one Lent left?")],
    t("Remember that I am dust, Lord, and that you have always worked in it."),
  ),
  written(
    t("Choose life"),
    "Deuteronomy 30:15-20",
    t(
      "Moses sets two roads before the people and all but begs them to take the good one. A fast is no contest. It clears enough space for a choice.",
    ),
    [t("What makes you more alive, and what only makes you busier?")],
    t("I choose life; help me to choose it again at noon."),
  ),
  written(
    t("The fast that God wants"),
    "Isaiah 58:6-9",
    t(
      "Isaiah is blunt: bread shared, a coat given, a bond untied. What we go without is meant to land on someone’s table.",
    ),
    [t("Who could be fed by what you give up?"), t("Which yoke within your reach can be undone?")],
    t("Turn my fasting into bread for another."),
  ),
  written(
    t("Follow me"),
    "Luke 5:27-32",
    t("Levi gets up from a desk with money on it and gives a party. His repentance looks like a full house."),
    [t("What desk are you being called away from?"), t("Who would you invite?")],
    t("Physician, I have heard that you make house calls."),
  ),
  written(
    t("The least of these"),
    "Matthew 25:34-40",
    t(
      "The righteous are astonished; they had no idea who it was they were feeding. Kindness worth the name seldom knows what it is doing.",
    ),
    [t("In whose face might Christ have looked at you lately?")],
    t("Let me serve you without recognising you."),
  ),
  written(
    t("Few words"),
    "Matthew 6:7-15",
    t(
      "Jesus teaches a prayer that fits into a breath or two. It asks for one day’s bread and for the courage to let debts go.",
    ),
    [t("Which line of the Lord’s Prayer slows you down?"), t("Which line do you hurry past?")],
    t("Our Father. The rest may take me all day."),
  ),
  written(
    t("The second time"),
    "Jonah 3:1-10",
    t(
      "The word comes to Jonah again. No reproach comes with it about the boat or the fish; only the same errand, patiently repeated.",
    ),
    [t("What are you being asked for a second time?")],
    t("Say it once more, Lord. I am facing the right way now."),
  ),
  written(
    t("Ask, seek, knock"),
    "Matthew 7:7-12",
    t(
      "A child asks for bread without preparing a case. Jesus would have us do likewise, and then treat others as we hoped to be treated at the door.",
    ),
    [t("What have you not dared to ask for?"), t("Who is knocking at yours?")],
    t("I knock, Father, with both hands."),
  ),
  written(
    t("First be reconciled"),
    "Matthew 5:21-26",
    t(
      "The gift may lie on the altar for a while, says Jesus; God does not mind being interrupted for the sake of peace.",
    ),
    [t("Who are you not at peace with, and what is the first small step?")],
    t("Hold my gift for me. I will be back."),
  ),
  written(
    t("Rain on both fields"),
    "Matthew 5:43-48",
    t(
      "The sun comes up over friend and enemy, and apparently does not check. To love an enemy need not begin with a feeling. It may begin with a prayer of four words.",
    ),
    [t("Who is it hardest to wish something good for?"), t("What good could you wish them?")],
    t("Bless them; I will mean it by and by."),
  ),
  written(
    t("A generous measure"),
    "Luke 6:36-38",
    t(
      "Picture the grain: pressed, shaken, heaped, spilling into your apron. God measures like a trader who is going out of business.",
    ),
    [t("What judgement are you able to put down today?")],
    t("Let me be as openhanded as the one who fills my hands."),
  ),
  written(
    t("White as wool"),
    "Isaiah 1:16-20",
    t(
      "Come, says God, let us talk it over. Scarlet is a dye that does not wash out, and that is exactly the stain that is promised snow.",
    ),
    [t("What do you believe cannot come clean?")],
    t("Here is the stain. I have scrubbed at it long enough."),
  ),
  written(
    t("The cup"),
    "Matthew 20:20-28",
    t(
      "A mother asks for the best seats. Jesus answers with a cup and a towel’s worth of work. In his kingdom one rises by going down on one’s knees.",
    ),
    [t("Where do you long to be noticed?"), t("What service would no one thank you for?")],
    t("Make me glad of the lower place, since you are there."),
  ),
  written(
    t("At the gate"),
    "Luke 16:19-26",
    t(
      "Lazarus has a name; the rich man has none. The gulf between them was first of all a gate, and a gate can be opened while there is time.",
    ),
    [t("Who lies at a gate that you go through daily?"), t("What is their name?")],
    t("Open my eyes before you open the books."),
  ),
  written(
    t("The dreamer in the pit"),
    "Genesis 37:18-28",
    t(
      "Joseph’s brothers cannot speak a kind word to him, and envy finds a pit. The story has thirteen chapters to go, and God is in the caravan as well.",
    ),
    [t("Of whose coat are you jealous?"), t("When did harm to you turn, slowly, into bread for others?")],
    t("Keep hold of the story when I can see only the pit."),
  ),
  written(
    t("While he was far off"),
    "Luke 15:17-24",
    t("The son rehearses his speech. The father is too busy running to listen to the end of it."),
    [t("Which speech have you been rehearsing?"), t("What would it be like to be met halfway?")],
    t("Run, Father. I am on the road, and I am slow."),
  ),
  written(
    t("Wash and be clean"),
    "2 Kings 5:9-14",
    t(
      "Naaman expects something grand and is given a muddy river. It is his servants who talk sense to him. Help often comes through people we had not thought of asking.",
    ),
    [t("Which simple remedy is beneath you?"), t("Whose advice have you overlooked?")],
    t("Bring me down to the river, and talk me into it."),
  ),
  written(
    t("Seventy times seven"),
    "Matthew 18:21-27",
    t(
      "Peter would like a number. Jesus gives him one so large that he will lose count, and then tells of a debt that nobody could have paid.",
    ),
    [t("What have you been forgiven that you seldom think of?")],
    t("I put away the slate, Lord. Help my hand."),
  ),
  written(
    t("Do not forget"),
    "Deuteronomy 4:5-9",
    t(
      "What your eyes have seen, says Moses, tell your children. Memory is a kind of obedience, and a notebook is one of its tools.",
    ),
    [t("What have you seen that must not be lost?"), t("Who will you tell?")],
    t("Write on my heart what my head lets slip."),
  ),
  written(
    t("Listen"),
    "Jeremiah 7:23-28",
    t(
      "God has spoken every morning, early, and found people walking backwards. One thing alone is asked for here: an ear.",
    ),
    [t("When in the day are you most able to listen?")],
    t("Early tomorrow, Lord, before I have said anything."),
  ),
  written(
    t("The first of all"),
    "Mark 12:28-34",
    t(
      "Heart, soul, mind and strength; then the person beside you. The scribe understands, and Jesus tells him how close he has come.",
    ),
    [t("Which of the four do you hold back?"), t("How do you love yourself, when you do it well?")],
    t("Not far, you told him. Take me the rest of the way."),
  ),
  written(
    t("Two men praying"),
    "Luke 18:9-14",
    t(
      "One prays about his neighbour, the other about mercy. The first has nothing to receive; both of his hands are full of himself.",
    ),
    [t("Who do you compare yourself with, and why?")],
    t("Be merciful to me, a sinner. I will leave it at that."),
  ),
  written(
    t("He took him at his word"),
    "John 4:46-54",
    t(
      "The official walks home for a day with nothing in his hands but a sentence. The healing meets him on the way.",
    ),
    [t("Which word are you walking on?")],
    t("I cannot see it yet, and I have set out."),
  ),
  written(
    t("Do you want to be well?"),
    "John 5:2-9",
    t(
      "Thirty-eight years beside a pool is long enough to grow used to it. Jesus asks, because he will not heal over a man’s head. Then the mat that carried him is to be carried.",
    ),
    [t("What illness of yours has become a home?"), t("What could you carry that used to carry you?")],
    t("Ask me again, and wait while I find the answer."),
  ),
  written(
    t("Can a mother forget?"),
    "Isaiah 49:13-18",
    t(
      "Zion is sure that she has been forgotten. God answers with the strongest love the prophet knows, and says that his own goes further.",
    ),
    [t("Who has held you as a mother does?"), t("When did you feel forgotten, and who forgot?")],
    t("My name is on the palm of your hand. Look at it for me."),
  ),
  written(
    t("The calf"),
    "Exodus 32:7-14",
    t(
      "The people grow tired of waiting and make something that they can see. Moses steps between, and argues with God as with a friend.",
    ),
    [t("What do you polish when God seems slow?"), t("Who would you argue for?")],
    t("Melt down what I have made of you."),
  ),
  written(
    t("His hour had not come"),
    "John 7:25-31",
    t(
      "In Jerusalem they believe that they know where he comes from. It is the ones who have a file on him who fail to meet him.",
    ),
    [t("Which idea of Jesus have you finished with too early?")],
    t("Surprise me, Lord, even if I have read it before."),
  ),
  written(
    t("Like a gentle lamb"),
    "Jeremiah 11:18-20",
    t(
      "Jeremiah finds out that his neighbours have been plotting, and hands his case over. He does not hide from God how much he would like to win it.",
    ),
    [t("What wrong done to you have you not yet handed over?")],
    t("You see the heart. I put the case on your desk."),
  ),
  written(
    t("Writing on the ground"),
    "John 8:3-11",
    t(
      "He bends down and writes, and we are never told what. It gives everyone time to lower their arms. In the end there are two left, and one of them is mercy.",
    ),
    [t("Which stone are you holding?"), t("What would going on your way freely look like?")],
    t("Neither do you condemn me. I will try to believe it."),
  ),
  written(
    t("Lifted up"),
    "Numbers 21:4-9",
    t(
      "They are cured by looking at the very thing that bit them, held high on a pole. John will say that this is how we are to look at the cross.",
    ),
    [t("What do you find hard to look at?")],
    t("I raise my eyes as far as I can."),
  ),
  written(
    t("In the fire"),
    "Daniel 3:16-25",
    t(
      "God is able to save us, say the three, and if not, we still will not bow. Someone counts the figures in the furnace, and there is one too many.",
    ),
    [t("What is your own ‘and if not’?"), t("Who was with you in the heat?")],
    t("Walk about with me where it burns."),
  ),
  written(
    t("Before Abraham"),
    "John 8:51-59",
    t(
      "Stones are picked up again, for him this time. He has said who he is, and it is too large for the room.",
    ),
    [t("What does Jesus claim that you would rather make smaller?")],
    t("You are. Let that be the beginning of my prayer and its end."),
  ),
  written(
    t("Across the Jordan"),
    "John 10:37-42",
    t(
      "He withdraws to where it all started, the place of his baptism. Before the hardest week he goes back to the water where he was called beloved.",
    ),
    [t("Where did it start for you, and can you go there, even in thought?")],
    t("Take me back to the river before we go up to the city."),
  ),
  written(
    t("One nation"),
    "Ezekiel 37:21-28",
    t(
      "Two sticks are held together in one hand until they look like one. Tonight the long week begins; what has been scattered is about to be gathered.",
    ),
    [t("Which two parts of your life need to be held in one hand?")],
    t("Gather us, and begin with me."),
  ),
  written(
    t("The house filled with fragrance"),
    "John 12:1-8",
    t(
      "Six days before, Mary breaks open a year’s wages and wipes it up with her hair. She is the only one who has understood what week it is.",
    ),
    [t("What is your costly thing?"), t("What love have you been too thrifty to show?")],
    t("Let the whole house know that you have been here."),
  ),
  written(
    t("And it was night"),
    "John 13:21-30",
    t(
      "Jesus gives the bread to Judas as a host does to a guest of honour. The door shuts, and John adds three words about the dark.",
    ),
    [t("How have you let down a friend?"), t("What does it mean that he was fed first?")],
    t("I, too, have eaten from your hand."),
  ),
  written(
    t("Thirty pieces"),
    "Matthew 26:14-25",
    t(
      "Around the table each asks in turn whether it could be he. It is a good question, and the honest ones are the sorrowful ones.",
    ),
    [t("What is the small price that you give up what you love for?")],
    t("Surely it could be I. Do not let go of me."),
  ),
  written(
    t("A basin and a towel"),
    "John 13:1-15",
    t(
      "He lays his clothes aside as he will lay down his life, and does the work of the least in the house. Peter objects, as people do who would rather give than receive.",
    ),
    [t("Who may see your tired feet?"), t("What would you rather do for Jesus than have done to you?")],
    t("Not my feet alone, Lord. Everything."),
  ),
  written(
    t("It is finished"),
    "John 19:25-30",
    t(
      "There is little to say today. A mother, a friend, a drink of sour wine, a bowed head. Stay as long as you are able; leave when you must.",
    ),
    [t("Where are you, beneath the cross or further off?")],
    t("I have no words. I am here."),
  ),
  written(
    t("The sealed stone"),
    "Matthew 27:57-66",
    t(
      "God rests in a borrowed grave on the seventh day. Two women sit opposite, and nothing happens. When it is dark a fire will be lit somewhere, and a voice will begin to sing of the night that shone like day.",
    ),
    [t("What are you keeping watch beside?"), t("What do you take with you from these forty days?")],
    t("Wait with me, earth. It will not be long."),
  ),
] as const;
