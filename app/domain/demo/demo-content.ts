/**
 * Sixty days in an invented journal (product 2.11): Hannah, a librarian, her family and her street. Nobody's real words.
 * The oldest day comes first. Nothing names a date, a weekday or a season, so that the days can be laid before any today.
 */
export type DemoDay = {
  /** I thank God for…, Today I want to be present to… */
  morning?: [thanks: string, presence: string];
  /** A moment of grace, What was heavy, For tomorrow I ask… */
  evening?: [grace: string, heavy: string, ask: string];
  page?: { title: string; body: string; tags: string[] };
  favourite?: boolean;
};

export const DEMO_DAYS: DemoDay[] = [
  {
    morning: [
      "a first page, and nobody waiting for it to be good.",
      "Ben at breakfast, before the day begins.",
    ],
    evening: [
      "Ben told me the whole plot of his book, and I did not look at the clock once.",
      "Mum sounded thin on the phone. She says it is only a cold.",
      "an ear that listens past the words.",
    ],
  },
  {
    morning: ["rain on the roof, and no need to go out in it yet.", "the first person who comes to my desk."],
    evening: [
      "An old man wanted a book he could only describe by its colour. We found it.",
      "I was sharp with Tom about the bins. It was not about the bins.",
      "the courage to say sorry before breakfast.",
    ],
  },
  {
    morning: [
      "Tom, who said it was all right before I had finished the sentence.",
      "my own tiredness, without scolding it.",
    ],
  },
  {
    morning: ["a verse that stayed in my pocket all the way to work.", "Mum. I will ring, not text."],
    evening: [
      "She laughed about the neighbour’s cat. For a minute she was entirely herself.",
      "She has not been sleeping, and she hid it.",
      "wisdom to know when to go.",
    ],
    favourite: true,
  },
  {},
  {
    evening: [
      "The choir found the chord in the last bar, and nobody breathed for a moment after.",
      "I missed two days here and felt I had failed at something. At what?",
      "to begin again as if it were nothing.",
    ],
  },
  {
    morning: [
      "bread, and the smell of it.",
      "whoever sits beside me at church, whom I always mean to speak to.",
    ],
    evening: [
      "Her name is Adaeze. She has been coming for a year.",
      "A year, and I did not know her name.",
      "to notice who is at the edge of the room.",
    ],
  },
  {
    morning: ["light at the end of the hall at half past six.", "the shelves, one at a time."],
    evening: [
      "A boy asked whether the library was really free. I got to say yes.",
      "Budget meeting. I sat there counting what we would lose.",
      "not to carry the building home with me.",
    ],
  },
  {
    morning: ["the walk, the whole length of the canal.", "the heron, if it is there."],
    evening: [
      "It was there. It stood as if it had nothing else to do, and neither had I.",
      "A colleague took the credit for something that was mine. Small, and it stuck.",
      "to let it be small.",
    ],
    favourite: true,
  },
  { morning: ["that yesterday is over.", "what is in front of me."] },
  {
    evening: [
      "Ben fell asleep holding my sleeve.",
      "Mum’s doctor wants more tests. We are all being very cheerful about it.",
      "rest for her tonight, whatever comes.",
    ],
  },
  {
    morning: [
      "a brother who answers at once when I write about Mum.",
      "the fear, so that it does not have to shout.",
    ],
    evening: [
      "I said the psalm aloud in the car. It knew more than I did.",
      "Waiting. I am bad at it.",
      "one day’s worth, not the whole week’s.",
    ],
  },
  {
    page: {
      title: "The waiting room",
      body: "Eleven chairs, three magazines, a fish tank with one fish. Mum held my hand the way I used to hold hers when crossing a road. We did not pray with words. I think the holding was the prayer. When they called her name she straightened her coat, and I saw the girl she must have been on her first day of school.\n\nI do not know what they will say. I know that I was there, and that I was not alone in it.",
      tags: ["mum"],
    },
    evening: [
      "A nurse who crouched down to speak to her at eye level.",
      "The drive home, the two of us being brave at each other.",
      "truth, gently.",
    ],
    favourite: true,
  },
  {},
  {
    morning: [
      "the kettle, the cup, the window. That is enough.",
      "Tom, who is worried too and fixes taps instead.",
    ],
    evening: [
      "We sat on the back step and said nothing for a good while.",
      "Still no call.",
      "peace that does not depend on the telephone.",
    ],
  },
  {
    morning: ["the call. It can be treated.", "joy, without rushing past it."],
    evening: [
      "Mum cried and then asked what was for dinner.",
      "Nothing heavy today. I want to write that down too.",
      "to remember this when it is hard again.",
    ],
    favourite: true,
  },
  {
    morning: ["one ordinary morning, which I have never wanted so much.", "the ordinary."],
  },
  {
    morning: ["a clean desk.", "people who come in from the rain just to be somewhere."],
    evening: [
      "The man who sleeps by the radiator returned a book I did not know he had borrowed. Poems.",
      "I could not find him a bed for the night. The list is full.",
      "that I do not get used to it.",
    ],
  },
  {
    evening: [
      "Adaeze saved me a seat.",
      "I said yes to something again that I should have thought about.",
      "the freedom to say no kindly.",
    ],
  },
  {
    morning: ["the word “enough”.", "my calendar, with a pencil instead of a pen."],
    evening: [
      "I rang back and said no. Nobody was angry. I was the only one who had thought they would be.",
      "How long I have been afraid of that.",
      "to be faithful in little, and leave the much alone.",
    ],
  },
  {},
  {
    morning: [
      "Ben’s drawing on the fridge: all of us, and the dog we do not have.",
      "his questions, all of them.",
    ],
    evening: [
      "He asked where God lives. I said I was still finding out. He said, “Me too.”",
      "Spelling homework. We both cried a little.",
      "patience the size of a nine-year-old.",
    ],
    favourite: true,
  },
  {
    morning: ["Mum’s first treatment behind her.", "her hands, which are always cold now."],
    evening: [
      "She let me rub cream into them. She never lets anybody do anything for her.",
      "She is smaller than I remember.",
      "that she may sleep without the light on.",
    ],
  },
  { morning: ["the neighbour who left soup at the door without ringing.", "receiving, which I do badly."] },
  {
    evening: [
      "I took the soup pot back, washed, and stayed for two hours. Mr Adeyemi was a bus driver for thirty years. He knows everybody’s mother.",
      "His wife’s chair is still where it was.",
      "to sit with him again before I forget.",
    ],
  },
  {
    morning: ["a dry morning, and the washing out by seven.", "whatever interrupts me."],
    evening: [
      "The interruption was a girl who wanted to learn to read before her sister did.",
      "I shouted at the printer, and somebody heard.",
      "a lower voice.",
    ],
  },
  {
    morning: [
      "the silence before anybody else is up.",
      "that silence, for five minutes, with nothing in my hands.",
    ],
  },
  {
    page: {
      title: "What I would tell myself a year ago",
      body: "You will not become a calm person. You will become a person who notices sooner that she is not calm.\n\nThe prayers that felt like nothing were not nothing. They were like walking the same path until there is a path.\n\nWrite the small things down. The large ones you will remember anyway, and wrongly.",
      tags: ["looking back"],
    },
  },
  {
    evening: [
      "All four of us at Mum’s table, and Ben said grace so fast it was one word.",
      "She went to lie down before the pudding.",
      "the grace to leave early when she is tired and will not say it.",
    ],
  },
  {
    morning: ["the choir tonight.", "listening to the part that is not mine."],
    evening: [
      "In the slow piece I stopped singing and heard it from inside.",
      "A hard word from the alto beside me. I have been turning it over all evening.",
      "to think of her with kindness before I sleep. I have tried. I will try again tomorrow.",
    ],
  },
  {
    morning: ["that she apologised before I had practised my speech.", "how light that is."],
  },
  {},
  {},
  {
    evening: [
      "Three days with a fever, and Tom read to me from the first book he found, which was about bridges.",
      "Lying there counting what I was not doing.",
      "a clear head. Or patience without one.",
    ],
  },
  {
    morning: ["breathing through my nose.", "going slowly, since I cannot go fast."],
    evening: [
      "The library had managed without me. I was nearly offended, and then I laughed.",
      "Four hundred messages.",
      "to answer ten of them well.",
    ],
  },
  {
    morning: [
      "the man from the radiator has a room. He came to tell me, in a clean shirt.",
      "his joy, not my part in it.",
    ],
    evening: [
      "He has applied for a library card with an address on it. I stamped it twice by mistake.",
      "That it took eleven weeks.",
      "for the ones still on the list, by name: Joan, Piotr, the young one who will not say.",
    ],
    favourite: true,
  },
  {
    morning: ["bulbs under the ground, which I cannot see doing anything.", "things that take their time."],
  },
  {
    morning: ["a verse I did not understand, and still do not.", "not understanding."],
    evening: [
      "Adaeze said of the same verse: “It is not for solving. It is for standing in.”",
      "Mum’s second treatment was worse than the first.",
      "strength for her, and some for my brother, who is far away.",
    ],
  },
  {
    evening: [
      "I found Mum’s old prayer book while I was tidying for her. My name is in it, on nearly every page, in pencil.",
      "All the years that I did not know.",
      "to pray for Ben like that: quietly, and in pencil.",
    ],
    favourite: true,
  },
  {
    morning: ["a mother who wrote my name down.", "Ben’s name, at every bell today."],
    evening: [
      "I remembered at nine, at noon, and when he came through the door.",
      "He was left out of a game at school. He told me as if it were weather.",
      "one good friend for him.",
    ],
  },
  {},
  {
    morning: ["an hour with nothing in it.", "the hour."],
    evening: [
      "I spent it on the bench by the canal. No heron. I did not mind.",
      "I nearly filled it with errands.",
      "another one, some day soon.",
    ],
  },
  {
    morning: [
      "Mr Adeyemi’s tomatoes, more than anybody can eat.",
      "the story that comes with them, however long.",
    ],
    evening: [
      "He showed me a photograph of his wife laughing at something outside the frame. “At me,” he said.",
      "Walking home I was suddenly afraid of all of it ending.",
      "to love what ends.",
    ],
  },
  {
    morning: [
      "Tom asleep, one arm over his face, as he has for fifteen years.",
      "him, before the telephone.",
    ],
  },
  {
    evening: [
      "We went out. We talked about nothing that has a date on it.",
      "The budget: it is decided. We lose the evening hours.",
      "to grieve it properly, and then to see what is still possible.",
    ],
  },
  {
    page: {
      title: "A psalm for a closed door",
      body: "How long, Lord, will they count the wrong things?\nThey have counted the lamps and not the faces.\n\nI was angry all day, and I am not sorry.\nStill, I put the chairs up, and the floor was good and quiet.\n\nYou were in that room before us.\nYou will be in it with the lights off.",
      tags: ["work", "lament"],
    },
    morning: ["colleagues who are angry too.", "my anger. It is love with nowhere to go."],
  },
  {
    evening: [
      "Two women asked whether they could run a reading hour in the church hall, on the evenings we close.",
      "I said I would think about it, when everything in me had said yes.",
      "to answer them tomorrow before ten.",
    ],
  },
  {
    morning: ["that I answered at eight.", "the first small shape of it."],
    evening: ["We have a room, a key, and a box of books nobody will miss.", "My back.", "sleep."],
    favourite: true,
  },
  {},
  {
    morning: [
      "Ben has a friend coming. He has cleaned his room, which has never happened.",
      "staying out of the way.",
    ],
    evening: [
      "Laughter through the ceiling for three hours.",
      "Nothing I could name. A grey sort of tiredness.",
      "gladness that I do not have to make myself.",
    ],
  },
  {
    morning: ["the friend.", "the grey, kindly, without asking it to explain itself."],
  },
  {
    evening: [
      "Mum ate a whole plate of dinner and asked for the recipe. It is her recipe.",
      "I had given up a little, I think. I had not noticed until it lifted.",
      "to hope without holding my breath.",
    ],
  },
  {
    morning: ["the word “hope”, which did not embarrass me this morning.", "people who have none today."],
    evening: [
      "Joan has a place. From the list: Joan.",
      "Piotr has not been seen for a week.",
      "for Piotr, wherever he is sleeping.",
    ],
  },
  {
    morning: [
      "Mum’s voice, singing along with the radio when she thought the call was over.",
      "not hanging up.",
    ],
  },
  {
    evening: [
      "First reading hour. Fourteen people, nine chairs. Mr Adeyemi brought his own.",
      "I talked too much, out of nerves.",
      "to leave more room.",
    ],
    favourite: true,
  },
  {
    morning: ["fourteen people.", "the quiet ones among them."],
    evening: [
      "A message from Piotr’s sister: he is with her. He is safe.",
      "I had prayed for him as one prays for somebody already lost.",
      "to be corrected like that more often.",
    ],
  },
  {
    morning: ["dew on every single thing, and sun on the dew.", "the walk to work, without headphones."],
    evening: [
      "The heron. Both of us stopped.",
      "I was short with Ben at bedtime. I went back in, and he was still awake, waiting for that, I think.",
      "to go back in sooner.",
    ],
  },
  {
    morning: [
      "the scan: it is smaller. It is much smaller.",
      "everybody who carried us and does not know it.",
    ],
    evening: [
      "Mum put down the telephone and said, “Well. I shall need a new coat after all.”",
      "For once, my own heart, beating as if I had run.",
      "words to say thank you with. Until then, this.",
    ],
    favourite: true,
  },
  {
    evening: [
      "We bought the coat. It is red. She has never worn red.",
      "Nothing. I keep looking for it, out of habit.",
      "to live in a day like this one without looking over my shoulder.",
    ],
  },
  {
    morning: [
      "sixty days of small things, most of which I would have forgotten.",
      "Adaeze, who is coming for tea and does not know that I was afraid to ask.",
    ],
  },
];
