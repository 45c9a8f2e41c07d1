import { t } from "~/i18n/t";

/**
 * Sixty days in an invented journal: Hannah, a librarian, her family and her street. All invented.
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

/** The day that is quoted on the front page. */
export const BEST_DAY = {
  morning: [t("a verse that stayed in my pocket all the way to work."), t("Mum. I will ring, not text.")],
  evening: [
    t("She laughed about the neighbour’s cat. For a minute she was entirely herself."),
    t("She has not been sleeping, and she hid it."),
    t("wisdom to know when to go."),
  ],
  favourite: true,
} satisfies DemoDay;

/** Whom and what she holds in prayer. */
export const DEMO_HELD = [t("Mum"), t("Adaeze, and whoever sits alone"), t("Whoever has no bed tonight")];

export const DEMO_DAYS: DemoDay[] = [
  {
    morning: [
      t("a first page, and nobody waiting for it to be good."),
      t("Ben at breakfast, before the day begins."),
    ],
    evening: [
      t("Ben told me the whole plot of his book, and I did not look at the clock once."),
      t("Mum sounded thin on the phone. She says it is only a cold."),
      t("an ear that listens past the words."),
    ],
  },
  {
    morning: [
      t("rain on the roof, and no need to go out in it yet."),
      t("the first person who comes to my desk."),
    ],
    evening: [
      t("An old man wanted a book he could only describe by its colour. We found it."),
      t("I was sharp with Tom about the bins. It was not about the bins."),
      t("the courage to say sorry before breakfast."),
    ],
  },
  {
    morning: [
      t("Tom, who said it was all right before I had finished the sentence."),
      t("my own tiredness, without scolding it."),
    ],
  },
  BEST_DAY,
  {},
  {
    evening: [
      t("The choir found the chord in the last bar, and nobody breathed for a moment after."),
      t("I missed two days here and felt I had failed at something. At what?"),
      t("to begin again as if it were nothing."),
    ],
  },
  {
    morning: [
      t("bread, and the smell of it."),
      t("whoever sits beside me at church, whom I always mean to speak to."),
    ],
    evening: [
      t("Her name is Adaeze. She has been coming for a year."),
      t("A year, and I did not know her name."),
      t("to notice who is at the edge of the room."),
    ],
  },
  {
    morning: [t("light at the end of the hall at half past six."), t("the shelves, one at a time.")],
    evening: [
      t("A boy asked whether the library was really free. I got to say yes."),
      t("Budget meeting. I sat there counting what we would lose."),
      t("not to carry the building home with me."),
    ],
  },
  {
    morning: [t("the walk, the whole length of the canal."), t("the heron, if it is there.")],
    evening: [
      t("It was there. It stood as if it had nothing else to do, and neither had I."),
      t("A colleague took the credit for something that was mine. Small, and it stuck."),
      t("to let it be small."),
    ],
    favourite: true,
  },
  { morning: [t("that yesterday is over."), t("what is in front of me.")] },
  {
    evening: [
      t("Ben fell asleep holding my sleeve."),
      t("Mum’s doctor wants more tests. We are all being very cheerful about it."),
      t("rest for her tonight, whatever comes."),
    ],
  },
  {
    morning: [
      t("a brother who answers at once when I write about Mum."),
      t("the fear, so that it does not have to shout."),
    ],
    evening: [
      t("I said the psalm aloud in the car. It knew more than I did."),
      t("Waiting. I am bad at it."),
      t("one day’s worth, not the whole week’s."),
    ],
  },
  {
    page: {
      title: t("The waiting room"),
      body: t(
        "Eleven chairs, three magazines, a fish tank with one fish. Mum held my hand the way I used to hold hers when crossing a road. We did not pray with words. I think the holding was the prayer. When they called her name she straightened her coat, and I saw the girl she must have been on her first day of school.\n\nI do not know what they will say. I know that I was there, and that I was not alone in it.",
      ),
      tags: [t("mum")],
    },
    evening: [
      t("A nurse who crouched down to speak to her at eye level."),
      t("The drive home, the two of us being brave at each other."),
      t("truth, gently."),
    ],
    favourite: true,
  },
  {},
  {
    morning: [
      t("the kettle, the cup, the window. That is enough."),
      t("Tom, who is worried too and fixes taps instead."),
    ],
    evening: [
      t("We sat on the back step and said nothing for a good while."),
      t("Still no call."),
      t("peace that does not depend on the telephone."),
    ],
  },
  {
    morning: [t("the call. It can be treated."), t("joy, without rushing past it.")],
    evening: [
      t("Mum cried and then asked what was for dinner."),
      t("Nothing heavy today. I want to write that down too."),
      t("to remember this when it is hard again."),
    ],
    favourite: true,
  },
  {
    morning: [t("one ordinary morning, which I have never wanted so much."), t("the ordinary.")],
  },
  {
    morning: [t("a clean desk."), t("people who come in from the rain just to be somewhere.")],
    evening: [
      t("The man who sleeps by the radiator returned a book I did not know he had borrowed. Poems."),
      t("I could not find him a bed for the night. The list is full."),
      t("that I do not get used to it."),
    ],
  },
  {
    evening: [
      t("Adaeze saved me a seat."),
      t("I said yes to something again that I should have thought about."),
      t("the freedom to say no kindly."),
    ],
  },
  {
    morning: [t("the word “enough”."), t("my calendar, with a pencil instead of a pen.")],
    evening: [
      t("I rang back and said no. Nobody was angry. I was the only one who had thought they would be."),
      t("How long I have been afraid of that."),
      t("to be faithful in little, and leave the much alone."),
    ],
  },
  {},
  {
    morning: [
      t("Ben’s drawing on the fridge: all of us, and the dog we do not have."),
      t("his questions, all of them."),
    ],
    evening: [
      t("He asked where God lives. I said I was still finding out. He said, “Me too.”"),
      t("Spelling homework. We both cried a little."),
      t("patience the size of a nine-year-old."),
    ],
    favourite: true,
  },
  {
    morning: [t("Mum’s first treatment behind her."), t("her hands, which are always cold now.")],
    evening: [
      t("She let me rub cream into them. She never lets anybody do anything for her."),
      t("She is smaller than I remember."),
      t("that she may sleep without the light on."),
    ],
  },
  {
    morning: [
      t("the neighbour who left soup at the door without ringing."),
      t("receiving, which I do badly."),
    ],
  },
  {
    evening: [
      t(
        "I took the soup pot back, washed, and stayed for two hours. Mr Adeyemi was a bus driver for thirty years. He knows everybody’s mother.",
      ),
      t("His wife’s chair is still where it was."),
      t("to sit with him again before I forget."),
    ],
  },
  {
    morning: [t("a dry morning, and the washing out by seven."), t("whatever interrupts me.")],
    evening: [
      t("The interruption was a girl who wanted to learn to read before her sister did."),
      t("I shouted at the printer, and somebody heard."),
      t("a lower voice."),
    ],
  },
  {
    morning: [
      t("the silence before anybody else is up."),
      t("that silence, for five minutes, with nothing in my hands."),
    ],
  },
  {
    page: {
      title: t("What I would tell myself a year ago"),
      body: t(
        "You will not become a calm person. You will become a person who notices sooner that she is not calm.\n\nThe prayers that felt like nothing were not nothing. They were like walking the same path until there is a path.\n\nWrite the small things down. The large ones you will remember anyway, and wrongly.",
      ),
      tags: [t("looking back")],
    },
  },
  {
    evening: [
      t("All four of us at Mum’s table, and Ben said grace so fast it was one word."),
      t("She went to lie down before the pudding."),
      t("the grace to leave early when she is tired and will not say it."),
    ],
  },
  {
    morning: [t("the choir tonight."), t("listening to the part that is not mine.")],
    evening: [
      t("In the slow piece I stopped singing and heard it from inside."),
      t("A hard word from the alto beside me. I have been turning it over all evening."),
      t("to think of her with kindness before I sleep. I have tried. I will try again tomorrow."),
    ],
  },
  {
    morning: [t("that she apologised before I had practised my speech."), t("how light that is.")],
  },
  {},
  {},
  {
    evening: [
      t("Three days with a fever, and Tom read to me from the first book he found, which was about bridges."),
      t("Lying there counting what I was not doing."),
      t("a clear head. Or patience without one."),
    ],
  },
  {
    morning: [t("breathing through my nose."), t("going slowly, since I cannot go fast.")],
    evening: [
      t("The library had managed without me. I was nearly offended, and then I laughed."),
      t("Four hundred messages."),
      t("to answer ten of them well."),
    ],
  },
  {
    morning: [
      t("the man from the radiator has a room. He came to tell me, in a clean shirt."),
      t("his joy, not my part in it."),
    ],
    evening: [
      t("He has applied for a library card with an address on it. I stamped it twice by mistake."),
      t("That it took eleven weeks."),
      t("for the ones still on the list, by name: Joan, Piotr, the young one who will not say."),
    ],
    favourite: true,
  },
  {
    morning: [
      t("bulbs under the ground, which I cannot see doing anything."),
      t("things that take their time."),
    ],
  },
  {
    morning: [t("a verse I did not understand, and still do not."), t("not understanding.")],
    evening: [
      t("Adaeze said of the same verse: “It is not for solving. It is for standing in.”"),
      t("Mum’s second treatment was worse than the first."),
      t("strength for her, and some for my brother, who is far away."),
    ],
  },
  {
    evening: [
      t(
        "I found Mum’s old prayer book while I was tidying for her. My name is in it, on nearly every page, in pencil.",
      ),
      t("All the years that I did not know."),
      t("to pray for Ben like that: quietly, and in pencil."),
    ],
    favourite: true,
  },
  {
    morning: [t("a mother who wrote my name down."), t("Ben’s name, at every bell today.")],
    evening: [
      t("I remembered at nine, at noon, and when he came through the door."),
      t("He was left out of a game at school. He told me as if it were weather."),
      t("one good friend for him."),
    ],
  },
  {},
  {
    morning: [t("an hour with nothing in it."), t("the hour.")],
    evening: [
      t("I spent it on the bench by the canal. No heron. I did not mind."),
      t("I nearly filled it with errands."),
      t("another one, some day soon."),
    ],
  },
  {
    morning: [
      t("Mr Adeyemi’s tomatoes, more than anybody can eat."),
      t("the story that comes with them, however long."),
    ],
    evening: [
      t("He showed me a photograph of his wife laughing at something outside the frame. “At me,” he said."),
      t("Walking home I was suddenly afraid of all of it ending."),
      t("to love what ends."),
    ],
  },
  {
    morning: [
      t("Tom asleep, one arm over his face, as he has for fifteen years."),
      t("him, before the telephone."),
    ],
  },
  {
    evening: [
      t("We went out. We talked about nothing that has a date on it."),
      t("The budget: it is decided. We lose the evening hours."),
      t("to grieve it properly, and then to see what is still possible."),
    ],
  },
  {
    page: {
      title: t("A psalm for a closed door"),
      body: t(
        "How long, Lord, will they count the wrong things?\nThey have counted the lamps and not the faces.\n\nI was angry all day, and I am not sorry.\nStill, I put the chairs up, and the floor was good and quiet.\n\nYou were in that room before us.\nYou will be in it with the lights off.",
      ),
      tags: [t("work"), t("lament")],
    },
    morning: [t("colleagues who are angry too."), t("my anger. It is love with nowhere to go.")],
  },
  {
    evening: [
      t(
        "Two women asked whether they could run a reading hour in the church hall, on the evenings we close.",
      ),
      t("I said I would think about it, when everything in me had said yes."),
      t("to answer them tomorrow before ten."),
    ],
  },
  {
    morning: [t("that I answered at eight."), t("the first small shape of it.")],
    evening: [t("We have a room, a key, and a box of books nobody will miss."), t("My back."), "sleep."],
    favourite: true,
  },
  {},
  {
    morning: [
      t("Ben has a friend coming. He has cleaned his room, which has never happened."),
      t("staying out of the way."),
    ],
    evening: [
      t("Laughter through the ceiling for three hours."),
      t("Nothing I could name. A grey sort of tiredness."),
      t("gladness that I do not have to make myself."),
    ],
  },
  {
    morning: [t("the friend."), t("the grey, kindly, without asking it to explain itself.")],
  },
  {
    evening: [
      t("Mum ate a whole plate of dinner and asked for the recipe. It is her recipe."),
      t("I had given up a little, I think. I had not noticed until it lifted."),
      t("to hope without holding my breath."),
    ],
  },
  {
    morning: [
      t("the word “hope”, which did not embarrass me this morning."),
      t("people who have none today."),
    ],
    evening: [
      t("Joan has a place. From the list: Joan."),
      t("Piotr has not been seen for a week."),
      t("for Piotr, wherever he is sleeping."),
    ],
  },
  {
    morning: [
      t("Mum’s voice, singing along with the radio when she thought the call was over."),
      t("not hanging up."),
    ],
  },
  {
    evening: [
      t("First reading hour. Fourteen people, nine chairs. Mr Adeyemi brought his own."),
      t("I talked too much, out of nerves."),
      t("to leave more room."),
    ],
    favourite: true,
  },
  {
    morning: [t("fourteen people."), t("the quiet ones among them.")],
    evening: [
      t("A message from Piotr’s sister: he is with her. He is safe."),
      t("I had prayed for him as one prays for somebody already lost."),
      t("to be corrected like that more often."),
    ],
  },
  {
    morning: [
      t("dew on every single thing, and sun on the dew."),
      t("the walk to work, without headphones."),
    ],
    evening: [
      t("The heron. Both of us stopped."),
      t(
        "I was short with Ben at bedtime. I went back in, and he was still awake, waiting for that, I think.",
      ),
      t("to go back in sooner."),
    ],
  },
  {
    morning: [
      t("the scan: it is smaller. It is much smaller."),
      t("everybody who carried us and does not know it."),
    ],
    evening: [
      t("Mum put down the telephone and said, “Well. I shall need a new coat after all.”"),
      t("For once, my own heart, beating as if I had run."),
      t("words to say thank you with. Until then, this."),
    ],
    favourite: true,
  },
  {
    evening: [
      t("We bought the coat. It is red. She has never worn red."),
      t("Nothing. I keep looking for it, out of habit."),
      t("to live in a day like this one without looking over my shoulder."),
    ],
  },
  {
    morning: [
      t("sixty days of small things, most of which I would have forgotten."),
      t("Adaeze, who is coming for tea and does not know that I was afraid to ask."),
    ],
  },
];
