import { t } from "~/i18n/t";
import { written } from "./written-day";

/**
 * Advent, four weeks from its first Sunday. The last day is Christmas Eve's; a year with a short fourth week leaves out
 * the days just before it.
 */
export const ADVENT_DAYS = [
  written(
    t("Stay awake"),
    "Mark 13:33-37",
    t(
      "The year of the church begins at night, with a doorkeeper who has been told to watch. He does not make the master come. He only makes sure that someone is up.",
    ),
    [
      t("What in you has been asleep for a while?"),
      t("What would you not like to sleep through this Advent?"),
    ],
    t("Come, Lord. I have left a lamp on."),
  ),
  written(
    t("Swords into ploughs"),
    "Isaiah 2:2-5",
    t(
      "Isaiah sees the nations coming uphill to be taught, and the metal of war being beaten into tools for a garden. It is a picture to work from, and it begins at the nearest anvil.",
    ),
    [t("Which hard word of yours could be made into something useful?")],
    t("Teach us your ways, and let us walk in your light."),
  ),
  written(
    t("A shoot from the stump"),
    "Isaiah 11:1-9",
    t(
      "A tree has been felled, and the prophet kneels to look at the stump. There is a green tip. God’s new things are often small enough to be stepped on.",
    ),
    [t("What was cut down in your life?"), t("What small green thing have you seen there?")],
    t("Let me walk carefully today, for the sake of what is coming up."),
  ),
  written(
    t("A table on the mountain"),
    "Isaiah 25:6-9",
    t("The feast is for all peoples, and the host goes round afterwards wiping faces. He does it himself."),
    [t("Whose face would you like to see dried?"), t("Who have you not sat at table with for too long?")],
    t("This is our God; we have waited for him."),
  ),
  written(
    t("On rock"),
    "Matthew 7:24-27",
    t(
      "Both houses look alike on a fine day. What holds a house is laid down early, out of sight, and without applause.",
    ),
    [t("What holds you up when it storms?")],
    t("Build with me, Lord, below the line that others see."),
  ),
  written(
    t("Light for the eyes"),
    "Psalm 27:1-6",
    t("The psalmist has one request: to look. In a dark month that is a modest wish, and a bold one."),
    [t("What did you look at today for longer than a moment?"), t("What frightens you less in the light?")],
    t("Shine where I have stopped looking."),
  ),
  written(
    t("Sheep without a shepherd"),
    "Matthew 9:35-38",
    t(
      "He sees the crowds, and it goes through him. Before anything is organised there is pity, and a prayer for people to help.",
    ),
    [t("Who are you sorry for, and what have you asked God for them?")],
    t("Lord of the harvest, send someone; and if it is me, say so."),
  ),
  written(
    t("A voice out of doors"),
    "Mark 1:1-8",
    t(
      "The good news begins far from the temple, with a man in camel hair who says that he is not the one. He points away from himself, and people find the way.",
    ),
    [t("Which path to you is overgrown?"), t("Who once pointed you on, and then stepped aside?")],
    t("Make a straight way to me, from wherever you are."),
  ),
  written(
    t("Comfort"),
    "Isaiah 40:1-5",
    t(
      "After a long silence the first word is comfort, and God says it twice. It is spoken to the heart of a city in ruins, before anything has been rebuilt.",
    ),
    [t("What would comfort sound like, if it were meant for you?"), t("Who needs to hear it in your voice?")],
    t("Speak tenderly to us, God; we have been braced for so long."),
  ),
  written(
    t("Lambs in his arms"),
    "Isaiah 40:6-11",
    t(
      "Grass withers, says the voice, and people are grass. In the next breath a shepherd lifts up what is too small to walk and leads those with young at their own pace.",
    ),
    [t("How fast does your life expect you to go?"), t("Where might you be carried for a stretch?")],
    t("Set the pace, good shepherd; I will stop trying to keep up with others."),
  ),
  written(
    t("Strength for the tired"),
    "Isaiah 40:27-31",
    t(
      "Flying comes first in this promise, running second, and walking last. Perhaps walking is the greatest of the three: to keep going, on foot, on a Wednesday.",
    ),
    [t("Where are you tired in a way that sleep does not mend?")],
    t("Lend me your strength as far as the next bend."),
  ),
  written(
    t("I hold your hand"),
    "Isaiah 41:13-20",
    t(
      "God takes Israel by the right hand, the one that would hold a weapon. Then springs open on bare heights, where water has no business to be.",
    ),
    [t("What would you have to put down, to have a hand free?")],
    t("Take my hand before I make a fist of it."),
  ),
  written(
    t("Children in the square"),
    "Matthew 11:16-19",
    t(
      "John fasts, and they call him mad; Jesus eats, and they call him a glutton. Some people will not dance to anything. Wisdom keeps playing.",
    ),
    [
      t("When did you last refuse an invitation because of who brought it?"),
      t("What music are you too sensible for?"),
    ],
    t("Play on, Lord. My foot has begun to move."),
  ),
  written(
    t("Turn us again"),
    "Psalm 80:1-7",
    t(
      "The refrain comes round like a hand on a shoulder: turn us, and we shall be turned. Even conversion is asked for as a gift.",
    ),
    [t("What would you gladly be turned round from?")],
    t("Let your face shine, and that will be enough to go by."),
  ),
  written(
    t("Rejoice, all the same"),
    "Philippians 4:4-7",
    t(
      "Paul writes about joy from prison. He does not say that all is well; he says who is near. Today some churches light a rose candle among the purple ones.",
    ),
    [
      t("What gladness do you have that does not depend on the news?"),
      t("Who could you let see your gentleness?"),
    ],
    t("You are near. Let my worry find that out."),
  ),
  written(
    t("A desert in flower"),
    "Isaiah 35:1-6",
    t(
      "Weak hands, feeble knees, fearful hearts: the prophet knows precisely who he is talking to. The flowers are promised to them, and so is the road home.",
    ),
    [t("Which of the three have you today: hands, knees or heart?")],
    t("Say to my fearful heart what you said to theirs."),
  ),
  written(
    t("Are you the one?"),
    "Matthew 11:2-6",
    t(
      "John, who pointed with such certainty, now asks from a cell. Jesus is not offended. He sends back what can be seen and heard.",
    ),
    [t("What doubt could you send to Jesus, just as it is?"), t("What have you seen and heard this week?")],
    t("I ask you through the bars, and I will listen for what you send back."),
  ),
  written(
    t("Two sons"),
    "Matthew 21:28-32",
    t(
      "One says no and goes; the other says yes and stays at home. The vineyard is dug by a man who changed his mind.",
    ),
    [
      t("What did you promise that is still waiting for your feet?"),
      t("Where could a no of yours turn out to be too early?"),
    ],
    t("Take my late yes, Lord. It is on its way."),
  ),
  written(
    t("More than a prophet"),
    "Luke 7:24-30",
    t(
      "What did you go out to see? Jesus asks it three times over. Advent too is full of people going out, to markets and concerts, in search of something.",
    ),
    [t("What are you really looking for in these weeks?")],
    t("Let me find you in what I was not looking for."),
  ),
  written(
    t("A lamp that burned"),
    "John 5:31-36",
    t(
      "John was a lamp, kindled and then spent. Jesus says it with affection. A lamp need not be the sun in order to be of use at the foot of the stairs.",
    ),
    [
      t("Who has been a lamp to you, and have you thanked them?"),
      t("Who could you leave a light burning for?"),
    ],
    t("Burn in me as much as a small wick can bear."),
  ),
  written(
    t("The family tree"),
    "Matthew 1:1-6",
    t(
      "Matthew could have begun with angels. He begins with names, and among the fathers he puts Tamar, Rahab, Ruth, and the wife of Uriah. God comes by way of families as they are.",
    ),
    [
      t("Whose names belong in your own beginning?"),
      t("What in your family would you have left out of the list?"),
    ],
    t("God of my mothers and fathers, come by way of us."),
  ),
  written(
    t("Two women at a door"),
    "Luke 1:39-45",
    t(
      "Mary has run to the hills with news that she can hardly carry alone. Elizabeth does not ask for proof; she is simply glad, and so is the child in her. Faith sometimes needs a second person in order to become joy.",
    ),
    [t("To whose door could you carry your news?"), t("Whose news could you greet with gladness?")],
    t("Bless the ones who open the door to me."),
  ),
  written(
    t("Magnificat"),
    "Luke 1:46-55",
    t(
      "A girl from Nazareth sings about thrones and empty storerooms as though it had already happened. Her soul makes God great, and the world is turned the right way up.",
    ),
    [t("What great thing has been done for you?"), t("Who needs to be lifted up where you live?")],
    t("My soul, too, would like to sing; give it a line."),
  ),
  written(
    t("His name is John"),
    "Luke 1:57-66",
    t(
      "Zechariah has been silent for nine months. The first thing he does with his voice is bless. Silence, it seems, was not only a punishment.",
    ),
    [t("What has silence taught you?"), t("What are the first words you would like to say tomorrow?")],
    t("Open my mouth when I have something to bless."),
  ),
  written(
    t("Joseph wakes up"),
    "Matthew 1:18-25",
    t(
      "Joseph says not one word in the whole gospel. He considers, he sleeps, he gets up and does what love asks. It costs him the life that he had planned.",
    ),
    [
      t("Which plan of yours has been overtaken by love?"),
      t("What kindness can be done without being mentioned?"),
    ],
    t("Give me Joseph’s sleep, and his getting up."),
  ),
  written(
    t("Little Bethlehem"),
    "Micah 5:2-5",
    t(
      "The prophet passes over Jerusalem and looks towards a village too small to be counted. From there peace is coming.",
    ),
    [t("Which small place do you owe a great deal to?")],
    t("Be born in what is too little to be counted in me."),
  ),
  written(
    t("The key"),
    "Revelation 3:7-13",
    t(
      "One of the old songs of these days calls him the Key of David: he opens, and no one shuts. The church that hears it has only a little strength, and an open door in front of it.",
    ),
    [
      t("Which door have you been leaning against?"),
      t("What door is open that you have not yet gone through?"),
    ],
    t("Come and unlock what I have been guarding."),
  ),
  written(
    t("The tender mercy of our God"),
    "Luke 1:67-79",
    t(
      "Before the shops shut and the bells begin there is the hour before sunrise, and an old priest’s song about it. Dawn is not made by us. It visits those who sit in the dark, and shows their feet the way of peace.",
    ),
    [
      t("Who is sitting in the dark tonight, and may you visit them in prayer?"),
      t("What do you leave at the manger?"),
    ],
    t("Come now, Lord Jesus. The house is as ready as it is."),
  ),
] as const;
