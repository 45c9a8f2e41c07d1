import { t } from "~/i18n/t";
import { written } from "./written-day";

/**
 * Eight weeks in daily life, in the order of the Spiritual Exercises: five days of each week are new, on the sixth one goes
 * back to where something moved, and the seventh is a day to talk with the person who goes along.
 */
export const EIGHT_WEEKS = [
  // Loved into being.
  written(
    t("Knit together"),
    "Psalm 139:13-18",
    t(
      "You were thought of with care before you could do anything to deserve it. Begin there, and take no step beyond it today.",
    ),
    [t("What do you like about the way you were made?")],
    t("I am yours, Maker of all that is in me."),
  ),
  written(
    t("Called by your name"),
    "Isaiah 43:1-4",
    t("Water and fire are mentioned as a matter of course. So is company in both."),
    [t("What waters have you come through, and who was with you?")],
    t("Say my name again; I like how you say it."),
  ),
  written(
    t("Look at the sky"),
    "Psalm 8",
    t("The psalmist goes outside at night, feels very small, and then very much honoured. Both are true."),
    [t("When did you last feel small and glad of it?")],
    t("How excellent is your name in all the earth, and on my street."),
  ),
  written(
    t("Clay"),
    "Jeremiah 18:1-6",
    t("The vessel goes wrong, and the potter keeps the clay. He does not start with another lump."),
    [t("What is being reworked in you?")],
    t("Keep your hands on me while I turn."),
  ),
  written(
    t("What everything is for"),
    "Psalm 104:24-34",
    t(
      "All things are given so that we may love, and held loosely so that we may love freely. Look round the room with that thought.",
    ),
    [t("Which of your things helps you to love?"), t("Which one owns you a little?")],
    t("Open your hand, Lord, and then open mine."),
  ),
  written(
    t("Once more, and slowly"),
    "Isaiah 43:1-4",
    t(
      "Today nothing is new. Go back to the place in this week where you were warm, or where you shut the book quickly. Repetition is no exercise in memory; one returns to a spring.",
    ),
    [t("What are you drawn back to?"), t("What do you notice there that you had passed over?")],
    t("Let me drink twice from the same water."),
  ),
  written(
    t("A first conversation"),
    "Luke 24:13-17",
    t(
      "Two people walk along and tell one another everything, and a third joins them. Find someone today who can hear how the week was: a guide, a friend, or, if need be, a page.",
    ),
    [t("What would you tell in five minutes?")],
    t("Walk up beside us as we speak."),
  ),
  // Mercy.
  written(
    t("Where are you?"),
    "Genesis 3:8-13",
    t(
      "It is the first question that God asks in the Bible, and he asks it as one who misses a friend in the garden. The answers are all about other people.",
    ),
    [t("Where would you say that you are?")],
    t("I heard you walking, and I was afraid. Here I am."),
  ),
  written(
    t("A clean heart"),
    "Psalm 51:1-12",
    t("David does not explain. He asks to be washed, and for joy; he knows that they belong together."),
    [t("What would you like to bring into the light without explaining it?")],
    t("Create in me what I cannot mend."),
  ),
  written(
    t("The one that strayed"),
    "Luke 15:1-7",
    t(
      "A sensible shepherd would have written it off. This one puts it on his shoulders, and is happy all the way home.",
    ),
    [t("Where have you strayed by simply grazing on?")],
    t("Come and find me, and be happy about it."),
  ),
  written(
    t("At his feet"),
    "Luke 7:36-43",
    t(
      "She weeps where everyone can see it. The host has calculated who she is; Jesus has only seen how much she loves.",
    ),
    [t("What do you owe, and who has long stopped counting it?")],
    t("Let my love be as large as what you have let go."),
  ),
  written(
    t("Before the cross"),
    "Romans 5:6-11",
    t(
      "Imagine Christ on the cross before you and speak with him, as one friend does to another. Ignatius gives three questions for it, and they are today’s.",
    ),
    [
      t("What have I done for Christ?"),
      t("What am I doing for Christ?"),
      t("What ought I to do for Christ?"),
    ],
    t("I look at you, and I stay."),
  ),
  written(
    t("Returning to mercy"),
    "Psalm 103:8-14",
    t(
      "Go again to the hour of this week that hurt or healed. God remembers what we are made of, and it makes him gentle.",
    ),
    [t("What changed when you came back to it?")],
    t("As far as the east is from the west: I would like to walk that distance with you."),
  ),
  written(
    t("Saying it to a person"),
    "James 5:13-16",
    t(
      "Some things lose half their weight when another human being hears them. A priest, a pastor, a trusted friend: choose one who can keep silence. Only what you wish to say needs to be said.",
    ),
    [t("What would be good to say aloud, and who should hear it?")],
    t("Give me a listener, and make me one."),
  ),
  // The call.
  written(
    t("Leave the nets"),
    "Mark 1:14-20",
    t(
      "He passes by people at work, in the middle of a morning. What they leave is not bad, and that is what makes it a call.",
    ),
    [t("What would you leave, if you were sure of the voice?")],
    t("Lord, may I not be deaf when you pass by."),
  ),
  written(
    t("Sent"),
    "Isaiah 6:1-8",
    t(
      "The seraph comes with a coal, the lips are touched, and only then is the question put. Isaiah has volunteered before he knows for what.",
    ),
    [t("What in you says: send me?"), t("And what in you looks at the floor?")],
    t("Touch my lips, and then ask."),
  ),
  written(
    t("God looks at the world"),
    "John 1:10-14",
    t(
      "Ignatius imagines the Three looking down at the round earth: some being born and some dying, some laughing and some at war. And they say: let us go.",
    ),
    [t("What does God see when he looks at your town this morning?")],
    t("Pitch your tent near mine."),
  ),
  written(
    t("Be it to me"),
    "Luke 1:30-38",
    t("All heaven waits for the answer of one young woman. She takes the time to ask a question."),
    [t("What would you need to ask before you agree?")],
    t("Wait for me, angel; I am finding my voice."),
  ),
  written(
    t("In the straw"),
    "Luke 2:4-14",
    t(
      "Go into the stable as if you were there; carry water, hold the lamp. Love tells you what there is to do.",
    ),
    [t("Where are you in the scene, and what do you do?"), t("What does the child’s smallness say to you?")],
    t("I would like to be of use to you here."),
  ),
  written(
    t("Staying in the stable"),
    "Luke 2:15-20",
    t("Mary keeps all these things and turns them over. Do as she does with what the week has brought you."),
    [t("Which word of these days is still warm?")],
    t("I will keep it, and take it out again tomorrow."),
  ),
  written(
    t("What do you hear in me?"),
    "1 Samuel 3:3-10",
    t(
      "Three times the boy runs to the wrong bed, and it takes an old man to tell him who is calling. Ask the person you talk with what they hear in your account.",
    ),
    [t("What did another person hear that had escaped you?")],
    t("Speak, for your servant is still half asleep, and listening."),
  ),
  // Hidden years.
  written(
    t("Fleeing by night"),
    "Matthew 2:13-18",
    t(
      "The family of Jesus are refugees before he can walk. The holy begins in danger, on a road, with what one can carry.",
    ),
    [t("Who is on such a road tonight?"), t("What would you carry?")],
    t("Shelter them, and show me my share in it."),
  ),
  written(
    t("Lost for three days"),
    "Luke 2:41-50",
    t(
      "They look for him among relatives and friends, and find him in his Father’s house. They do not understand, and they take him home.",
    ),
    [t("Where did you last find Jesus, after looking elsewhere?")],
    t("I have looked for you in sorrow; let me find you."),
  ),
  written(
    t("Thirty quiet years"),
    "Luke 2:51-52",
    t(
      "Nearly all of his life has no story: wood, meals, neighbours, Sabbath. If God could live so long unseen, no ordinary Tuesday is wasted.",
    ),
    [t("What is hidden in your life, and good?")],
    t("Be at home in my small hours."),
  ),
  written(
    t("You are my beloved"),
    "Matthew 3:13-17",
    t(
      "The heavens open before he has preached, healed or suffered anything. The Father’s delight comes first.",
    ),
    [t("Can you let these words be said over you?"), t("What in you answers back?")],
    t("I come up out of the water and listen."),
  ),
  written(
    t("In the wilderness"),
    "Luke 4:1-13",
    t(
      "Each of the offers begins with an if. The tempter wants proof of what the voice at the river had simply given.",
    ),
    [t("Where are you asked to prove who you are?")],
    t("I need not jump. You have told me whose I am."),
  ),
  written(
    t("Back to the river"),
    "Matthew 3:13-17",
    t(
      "Return to one scene of the hidden years, and this time use your senses: what is there to see, to hear, to smell, to touch?",
    ),
    [t("Which detail came alive?"), t("What did someone in the scene say to you?")],
    t("Let me stay until I know the place by heart."),
  ),
  written(
    t("Half of the way"),
    "Psalm 107:1-9",
    t(
      "Four weeks lie between you and the beginning. Tell someone what helps you to pray and what does not; it is a good day to change the hour, the chair or the length.",
    ),
    [t("What has become easier?"), t("What would you like to ask for in the second half?")],
    t("You have led me by a straight way, even where I saw bends."),
  ),
  // With him on the road.
  written(
    t("Water into wine"),
    "John 2:1-11",
    t(
      "The first sign is kept for the kitchen staff. Mary notices the lack, says so, and leaves the rest to him.",
    ),
    [t("What has run out?"), t("What jars are empty in you, waiting for water?")],
    t("They have no wine, Lord. I thought that you should know."),
  ),
  written(
    t("Into the deep"),
    "Luke 5:1-11",
    t(
      "The night’s work has brought in nothing. Peter lowers the nets because of who asks, and is frightened by how much comes.",
    ),
    [t("Where do you know too well that it is useless?")],
    t("At your word I will let them down again."),
  ),
  written(
    t("In the storm"),
    "Mark 4:35-41",
    t("He sleeps on the cushion. They wake him, rather roughly, and it is a prayer that works."),
    [t("What would you shout to wake him?")],
    t("Teacher, I am going under. Get up."),
  ),
  written(
    t("The hem of the robe"),
    "Mark 5:25-34",
    t(
      "She has paid every doctor and come in from the back. He stops the whole procession to hear her story to the end.",
    ),
    [t("What would you touch him for?"), t("Which story have you never told whole?")],
    t("I reach out; you will know that it was me."),
  ),
  written(
    t("Mary and Martha"),
    "Luke 10:38-42",
    t("Two sisters love one guest. The better portion is a place on the floor."),
    [t("What are you busy with in his presence?")],
    t("I leave the dishes, and sit down."),
  ),
  written(
    t("Walking that road again"),
    "Mark 4:35-41",
    t(
      "Which of the five would not let you go? Take your place in it again, perhaps as another person than last time.",
    ),
    [t("Whose place did you take?"), t("How did he look at you?")],
    t("Keep looking at me; I am learning to look back."),
  ),
  written(
    t("Friends on the way"),
    "Mark 6:30-34",
    t(
      "The apostles come back and tell him everything they have done, and he takes them off to rest. Telling and rest belong together; plan both.",
    ),
    [t("Who can you rest with?")],
    t("Come away with us, Lord, if only for an afternoon."),
  ),
  // Two banners.
  written(
    t("Whose side?"),
    "Matthew 6:19-24",
    t(
      "Ignatius shows two banners on one plain. Under the first one gathers riches, then honour, then pride; under the other one learns to need less, to bear contempt, and to be small and free.",
    ),
    [t("What steps usually lead you into the net?"), t("What steps usually lead you out of it?")],
    t("Mary, sister, friends above: pray that I be placed with your Son."),
  ),
  written(
    t("Eye of a needle"),
    "Mark 10:17-27",
    t("Jesus looks at the man and loves him; then he says the hard thing. It is said in that order."),
    [t("What is the one thing, for you?")],
    t("Look at me so, and then say it."),
  ),
  written(
    t("Foolish and weak"),
    "1 Corinthians 1:25-31",
    t("God’s list of candidates would not pass a committee. It may comfort you, and it may sting."),
    [t("Which weakness of yours has God made use of?")],
    t("Choose me without my credentials."),
  ),
  written(
    t("Counting the cost"),
    "Luke 14:27-33",
    t("Before the tower come pencil and paper. Jesus does not want to be followed by accident."),
    [t("What is love asking of you now?"), t("What will it cost, honestly?")],
    t("I have sat down with the sum. Sit with me."),
  ),
  written(
    t("Do you love me?"),
    "John 21:15-19",
    t(
      "He asks three times, once for each time at the fire. And every answer is followed by work to be done for others.",
    ),
    [t("What do you answer, today?"), t("Which lambs are meant?")],
    t("You know everything; you know what there is."),
  ),
  written(
    t("Weighing it again"),
    "Philippians 3:7-14",
    t(
      "Return to the day in this week when something became clear, or was about to. Does it still taste the same?",
    ),
    [t("What left a good taste, and what a flat one?")],
    t("Confirm in the quiet what I saw in the bright."),
  ),
  written(
    t("A choice spoken aloud"),
    "Acts 15:24-29",
    t(
      "It seemed good to the Holy Spirit and to us: the early church decided by talking. Let a person you trust hear what you are moving towards, and ask them for their honest face.",
    ),
    [t("What did you see in their face?")],
    t("Let it seem good to you as well."),
  ),
  // With him in his suffering.
  written(
    t("Bread broken"),
    "Mark 14:17-25",
    t(
      "He knows what each at the table will do before morning, and he feeds them all. Remain with him tonight for his own sake; you are not here to be improved.",
    ),
    [t("What is it like to be given this bread?")],
    t("I take it, and I know who I am, and I take it."),
  ),
  written(
    t("Keep watch with me"),
    "Mark 14:32-42",
    t(
      "He asks for an hour of company, and they sleep for sorrow. It is one of the few things he ever asked for himself.",
    ),
    [t("How long can you stay awake beside another’s fear?")],
    t("I am here, with heavy eyes."),
  ),
  written(
    t("The cock crows"),
    "Luke 22:54-62",
    t("In the middle of his own trial he turns and looks at Peter. It is a look that Peter can weep under."),
    [t("What would you see in that look?")],
    t("Turn and look; I will not turn away."),
  ),
  written(
    t("King of thorns"),
    "John 19:1-7",
    t("Behold the man, says Pilate, and means to end the matter. The church has beheld him ever since."),
    [t("Where is he mocked and beaten now?"), t("What can compassion do there?")],
    t("I behold you, and I ask for sorrow with you."),
  ),
  written(
    t("The place of a skull"),
    "Luke 23:33-46",
    t(
      "Forgiveness for the soldiers, paradise for a thief, a breath handed back. He keeps giving until there is nothing left to give.",
    ),
    [t("Which of his words is said to you?")],
    t("Into your hands, when my time comes, and until then."),
  ),
  written(
    t("Lingering"),
    "Psalm 22:1-11",
    t(
      "Go to the moment of the Passion where you could not stay, and stay a little longer; or, if it is too much, sit with the women at a distance. No one counts the minutes.",
    ),
    [t("What held you, and what drove you off?")],
    t("Far from you, near to you: both are a prayer."),
  ),
  written(
    t("Sorrow that is shared"),
    "2 Corinthians 1:3-7",
    t(
      "Paul was comforted so that he could comfort. Let someone know today what weighs on you from this week, and ask what weighs on them.",
    ),
    [t("What comfort of yours could be passed on?")],
    t("Father of mercies, make it go round."),
  ),
  // Risen, and love.
  written(
    t("Early, while it was dark"),
    "John 20:1-10",
    t(
      "There is a lot of running, and very little understanding. Folded linen is all that there is to see; one of them sees it and believes.",
    ),
    [t("What small sign has love left for you?")],
    t("I have come running. Let me look in."),
  ),
  written(
    t("The burning heart"),
    "Luke 24:25-32",
    t(
      "They knew him at the table, and only then understood the road. Consolation is often recognised in looking back.",
    ),
    [t("When did your heart burn, in these eight weeks?")],
    t("Abide with us, for it is nearly evening."),
  ),
  written(
    t("Breakfast on the shore"),
    "John 21:4-14",
    t("The risen Lord of heaven and earth has made a fire and is frying fish. He says: come and eat."),
    [t("What ordinary meal has been holy to you?")],
    t("It is the Lord. I will swim, if I must."),
  ),
  written(
    t("All is gift"),
    "1 John 4:7-16",
    t(
      "Love shows itself in deeds more than in words, says Ignatius, and it is a giving from both sides. Count what you have received; then look at how God lives in each of the gifts, and works in them, as light comes down from the sun.",
    ),
    [t("What have you received, all told?"), t("What would you like to give back?")],
    t(
      "Take, Lord, and receive: my freedom, my memory, my understanding, my whole will. Your love and your grace are enough for me.",
    ),
  ),
  written(
    t("Go and tell"),
    "Matthew 28:16-20",
    t(
      "Some of them doubted, and they were sent with the others. The last words are a promise of company to the end.",
    ),
    [t("Who are you sent to, on Monday morning?")],
    t("All the days, you said; I will count on this one."),
  ),
  written(
    t("Gathering the pieces"),
    "John 6:5-13",
    t(
      "After the feast they fill twelve baskets, so that nothing is lost. Leaf through what you have written in these weeks and gather up what was bread.",
    ),
    [t("What are the twelve pieces that you would keep?")],
    t("Let nothing be lost that you have given."),
  ),
  written(
    t("Thanks, and onward"),
    "Colossians 3:12-17",
    t(
      "The one who listened to you has heard you grow. Say thank you, and agree when you will speak again. Eight weeks end here; the way you have learnt to pray does not.",
    ),
    [
      t("What will your prayer look like from now on, in a usual week?"),
      t("Who would you like to thank, and how?"),
    ],
    t("Praise to you for the way, and for all who walked on it."),
  ),
] as const;
