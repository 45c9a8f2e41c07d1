/** Subject of a sentence: the writer, harm done to the writer, harm to others, or someone else in danger. */
export type SignalSubject = "self" | "harmed" | "others" | "someone";

/** 0: nothing; 1: a gentle line with a link to help; 2: the help numbers at once, and no model. */
export type CrisisLevel = 0 | 1 | 2;

/** A pattern for one normalized sentence. */
export type CrisisSignal = {
  level: 1 | 2;
  about: SignalSubject;
  pattern: RegExp;
  /** Exception for harmless meanings: "dying to self", "killing myself laughing". */
  unless?: RegExp;
};

/** Signals of one level and subject, one for each pattern source. */
function crisisSignals(
  level: 1 | 2,
  about: SignalSubject,
  sources: (string | [source: string, unless: string])[],
): CrisisSignal[] {
  return sources.map((entry) => {
    const [source, unless] = typeof entry === "string" ? [entry] : entry;
    return {
      level,
      about,
      pattern: new RegExp(source, "u"),
      ...(unless && { unless: new RegExp(unless, "u") }),
    };
  });
}

const WISH =
  "(?:want|wanna|wish|need|long|would like|'d like|id like|hope|would rather|'d rather|am ready|'m ready|im ready|am going|'m going|im going|gonna|plan|am planning|'m planning|intend|have decided|'ve decided|deserve|ought|should|prefer)";
/** Christian idioms of dying. */
const HOLY_DYING =
  "\\bdie (?:to|unto|for|with (?:christ|him|you|jesus|dignity)|in (?:peace|the lord|christ|your|his|faith)|well|happy|old|holy|faithful|daily|a (?:good|holy|happy))\\b|\\bdead (?:to|unto) (?:sin|self|the)|\\bdeath to self|\\bold (?:self|man|adam)\\b|\\b(?:lives? and die|live or die)\\b|\\bdie,? (?:than|rather than)\\b|\\bdying to (?:see|know|meet|try|hear|read|go|self|sin|myself)";
const FIGURATIVE_KILLING =
  "killing myself (?:laughing|at (?:work|the)|over|to (?:get|finish|make|meet|be|please)|with (?:work|overtime)|trying|working|for)|\\b(?:my (?:back|feet|head|knees?|shoes|job|commute)|work|this|traffic|suspense|heat)\\b.{0,15}\\bkilling me\\b";
const ACCIDENT =
  "\\b(?:shaving|cooking|chopping|slicing|by accident|accidentally|on (?:a|the|some)|with the (?:kitchen|bread)|in the kitchen|running|playing|lifting|falling|off from|off completely|some slack|out of|gardening|at (?:work|practice|the gym))\\b";
const WAKING =
  "\\bwak\\w+(?: up)? (?:early|late|before|at|in time|the (?:baby|kids?|children|house|neighbou?rs)|my|him|her|them|tired|anxious|so|with|feeling|to (?:the|an|my)|for)\\b";
const PLACE = "\\b(?:in|with|like|without|there|here|by|for|under|apart|as|a|my|at|near|alone|this|that)\\b";

const DIRECT = crisisSignals(2, "self", [
  [
    "\\b(?:kill|killing|killed|hang|hanging|shoot|shooting|drown|drowning|stab|suffocate|poison|unalive|unaliving|delete|off|end|ending|game[- ]end)\\s*(?:my ?self|meself)\\b",
    `${FIGURATIVE_KILLING}|off myself (?:in|as|to)`,
  ],
  "\\b(?:end|ending|take|taking|finish) my own life\\b|\\b(?:end|ending) my (?:life|existence)\\b",
  ["\\b(?:end|ending|finish) it all\\b", "\\b(?:when|until|at) (?:god|he|the lord|jesus)\\b"],
  [
    "\\bi\\b.{0,40}\\b(?:commit|committing|attempt|attempting|thinking (?:about|of)|thoughts? of|considering|planning|plan|contemplat\\w+|think (?:about|of)|fantasi[sz]e about) (?:my (?:own )?)?suicide\\b",
    "\\b(?:brother|sister|friend|father|mother|son|daughter|uncle|cousin|saul|judas|book|film|article|sermon)\\b",
  ],
  [
    "\\bi(?:'m| am|m| feel| have been|'ve been)(?: so| very| actively| really| kind of| getting| becoming)? suicidal\\b|\\b(?:have|having|had|get|getting) suicidal (?:thoughts?|ideation|feelings?|urges?)\\b",
    "\\b(?:brother|sister|friend|father|mother|son|daughter|uncle|cousin|he|she|client|patient)s?\\b",
  ],
  [
    `\\bi(?:'m| am)?(?: just| really| only| kind of| sort of| so| honestly| sometimes| often| still)* ${WISH}(?: to|a)?(?: just| simply| really)? (?:die|dying|be dead|unalive|disappear (?:forever|for good)|not (?:exist|be alive|live)|stop (?:existing|living|being alive)|end it|be gone (?:forever|for good)|cease to exist)\\b`,
    `${HOLY_DYING}|\\b(?:end it with|end it between|end it before we)\\b|\\bdie (?:at home|in (?:my (?:sleep|bed)|old)|before (?:my|i see)|someday|one day|of (?:embarrassment|shame))`,
  ],
  [
    "\\bi (?:just |really )?(?:wish|pray|hope)(?: that)? i(?: was| were|'d been| had been| could be| could just be| could| would| might)? (?:just )?(?:dead|die|died|not alive|disappear|not exist|gone|never (?:wake|have to wake))\\b|\\bwish i (?:wasn'?t|weren'?t|was not|were not|didn'?t) (?:alive|exist|have to (?:live|exist|be (?:here|alive)))",
    `${HOLY_DYING}|\\bgone (?:to|with|there|home)\\b`,
  ],
  [
    "\\b(?:go to sleep|fall asleep|sleep)\\b.{0,25}\\b(?:and |forever|to )?(?:not|never|don'?t|didn'?t)\\b.{0,15}\\bwak(?:e|ing|en)\\b|\\b(?:wish|hope|want|pray|like|mind|rather|if|ask)\\b.{0,45}\\b(?:not|never|didn'?t|don'?t|wouldn'?t|won'?t|doesn'?t|did not|would not|do not)\\b.{0,15}\\bwak(?:e|ing|en)(?: up)?\\b|\\bsleep forever\\b",
    WAKING,
  ],
  "\\b(?:better off|happier|easier|better place|better)\\b.{0,20}\\b(?:if i (?:was|were|am|'m)(?: just)? (?:dead|gone|not (?:here|around|alive)|never born)|if i (?:died|disappeared|wasn'?t|weren'?t)|without me\\b(?! at| there| on| for (?:a|the)| in)|with me (?:dead|gone))",
  "\\b(?:i'?d|i would|i am|i'm|im) (?:be )?better off dead\\b",
  "\\b(?:no ?one|nobody|they|he|she|everyone|anyone)\\b.{0,25}\\b(?:miss|notice|care|cry|mind|mourn)\\b.{0,25}\\bif i\\b.{0,20}\\b(?:gone|died?|dead|disappeared?|here|around|killed|vanished|alive)\\b|\\bfine without me\\b",
  [
    "\\b(?:don'?t|do not|no longer|can'?t|cannot|never) (?:really |even )?(?:want|wanna|wish|care)(?: to)? (?:live|be alive|exist|be (?:here|around) (?:any ?more|any longer)|be on this earth|go on living|keep living|stay alive|wake up (?:any ?more|again|tomorrow|ever))\\b|\\b(?:can'?t|cannot) (?:go on living|keep living|stay alive|stand (?:living|being alive))",
    `\\b(?:live|alive|exist) ${PLACE}|\\blive forever\\b`,
  ],
  "\\b(?:no reason|nothing(?: left)?|no will|not(?:hing)? much)(?: left)?(?: for me)? to (?:live|stay alive|be alive)(?: for)?\\b|\\b(?:life|it|living) (?:is|isn'?t|is not|'s)(?: not| no longer| n'?t)?(?: really)? worth (?:living|it any ?more)\\b(?<!(?:life|it|living) (?:is|'s) worth (?:living|it any ?more))",
  "\\bhow many\\b.{0,45}\\b(?:pills|tablets|tylenol|paracetamol|acetaminophen|ibuprofen|mg|sleeping|advil|xanax|insulin)\\b.{0,60}\\b(?:die|dead|kill|overdose|enough|lethal|fatal|to end|never wake|it take)\\b|\\b(?:lethal|fatal) (?:dose|amount)\\b",
  [
    "\\b(?:painless|easiest|quickest|fastest|least painful|best|surest|peaceful) (?:way|method)s? (?:to|of|for) (?:die|dying|kill|killing|end(?:ing)? (?:it|my|everything)|suicide|go without pain)\\b",
    HOLY_DYING,
  ],
  "\\b(?:how|which|what) (?:high|tall|long|deep|bridge|building|height)\\b.{0,40}\\b(?:die|fatal|kill|survive (?:a|the) (?:fall|jump)|bleed (?:out|to death))\\b",
  [
    "\\b(?:jump|jumping|step|stepping|walk|walking|drive|driving|throw(?:ing)? myself|steer(?:ing)?)\\b.{0,12}\\b(?:off|from|in front of|into|under|over)\\b.{0,8}\\b(?:a |the |an |oncoming )+(?:bridge|roof|rooftop|building|balcony|cliff|train|traffic|truck|lorry|bus|tracks|tree|subway|railing)\\b",
    "\\b(?:into the (?:lake|water|sea|bus|building|train)|walk(?:ed|ing)? (?:over|into|from|under|off) the (?:bridge|building|cliff|tree|train|bus)|driv(?:e|ing) (?:over|into|from|under) the (?:bridge|building|traffic|bus)|under (?:a|the) tree|over (?:a|the) bridge|off the (?:train|bus))\\b",
  ],
  "\\b(?:have|got|bought|found|saved|hid|hidden|hoarded|stockpil\\w+|collected|kept|counted)\\b.{0,20}\\b(?:pills|tablets|rope|noose|gun|pistol|razors?|blades?)\\b.{0,50}\\b(?:ready|enough|tonight|end it|use (?:it|them)|for when|just in case|beside me|to do it)\\b|\\bwrit(?:e|ing|ten) (?:my|a) suicide note\\b",
  [
    "\\bi(?:'ll| will|'m going to| am going to| want to| could| might| plan to| would)? ?(?:just |take an )?overdos(?:e|ing)\\b",
    "\\boverdose on (?:sugar|chocolate|coffee|news|carols|cake)",
  ],
  [
    "(?<!\\d ?)\\b(?:kms|ctb)\\b",
    "\\d+ ?kms|\\bkms (?:away|per|long|from|run|walk|to|of|on|today)|\\b(?:few|many|more|several) kms",
  ],
  "\\b(?:my|a|this is (?:my|a)) (?:goodbye|farewell|suicide|last) (?:letter|note|message)\\b|\\bgoodbye(?:,)? (?:everyone|everybody|cruel world|world|forever)\\b|\\bby the time (?:you|anyone|they|somebody) (?:read|find)s?\\b",
  [
    "\\bi (?:won'?t|will not) be (?:here|around|alive)(?: (?:tomorrow|next week|any ?more|much longer|for long|by))\\b",
    "\\b(?:travel\\w*|trip|leav\\w+|mov\\w+|work|office|holiday|vacation|flight|visit\\w*|retire\\w*|school|job|because)\\b",
  ],
  [
    "\\b(?:cut|cutting|burn|burning|harm|harming|hurt|hurting|hit|hitting|punish|punishing) myself\\b.{0,40}\\b(?:on purpose|again|to feel|deserve|tonight|because i|so (?:i|that)|until|when(?:ever)? i)\\b|\\b(?:want|wanted|urge|urges|going|gonna|need|needed|started|keep|kept|started|desire|tempted|about)(?: to)? (?:start |keep )?(?:cut|cutting|burn|burning|harm|harming|hurt|hurting) myself\\b|\\bi(?:'ve| have)?(?: been)? (?:self[- ]harm(?:ed|ing)?|relapsed (?:on|into|with) (?:self[- ]harm|cutting))\\b|\\burges? to self[- ]harm\\b",
    ACCIDENT,
  ],
  "\\b(?:today|tonight|tomorrow) i(?:'ll| will|'m going to| am going to| want to)? (?:end|die|kill|finish) (?:it|myself|everything|my)?\\b|\\b(?:it(?:'ll| will) all be over|everything ends|this will be over) (?:tonight|tomorrow|soon for me)\\b",
]);

const INDIRECT = crisisSignals(1, "self", [
  [
    "\\bwhat(?:'s| is) the point (?:of|in) (?:living|life|being alive|existing|going on|staying alive|waking up)\\b",
    "",
  ],
  "\\b(?:tired|sick|weary|exhausted) of (?:living|being alive|life|existing|my life|being a burden)\\b",
  [
    "\\b(?:take|took) (?:away )?my life\\b",
    "\\b(?:they|enem\\w+|plot|eager|seek\\w*|conspir\\w+)\\b|\\blet it be|\\b(?:and|to) use (?:it|me)\\b|\\bfor your (?:glory|service)|\\binto your hands",
  ],
  "\\bi (?:just |really )?(?:wish|wished) i (?:was|were|had|'d) (?:never|not) (?:been )?born\\b|\\bwish i had(?:n'?t| not) been born\\b",
  [
    "\\bi (?:just )?(?:can'?t|cannot|can not|don'?t know (?:if|how) i can)(?: even)? (?:go on|keep going|do this any ?more|take (?:it|this|much more|any more)|hold on|survive this|carry on)\\b",
    "\\bwithout (?:you|god|the lord|your|christ)\\b",
  ],
  [
    "\\bi(?:'m| am|m)(?: just| only| such| nothing but)* a burden\\b(?! to myself)|\\bburden (?:to|on) (?:everyone|everybody|my (?:family|children|kids|wife|husband|parents)|them all)\\b",
    "\\bcarry|\\beach other'?s burden",
  ],
  "\\b(?:given|giving|give) up on (?:life|living|everything)\\b|\\bno (?:future|way out|hope)(?: left)? for me\\b|\\bthere(?:'s| is) no way out\\b|\\bi want (?:it all|everything|the pain) to (?:stop|end|be over)\\b|\\bi(?:'ll| will) (?:see|be with|join) (?:god|jesus|mom|mum|dad|him|her|them|my \\w+)(?: very)? (?:tonight|tomorrow)\\b",
  [
    "\\bi wanted to (?:die|kill myself|end it|be dead|disappear)\\b|\\b(?:tried|attempted) to (?:kill myself|end my life|take my life)\\b",
    HOLY_DYING,
  ],
  "\\b(?:it )?(?:would|might|'d) be (?:better|easier) (?:for me )?(?:to (?:die|be dead|not exist)|if i (?:died|was dead|were dead))\\b|\\bbetter for me to die\\b|\\bi (?:don'?t|do not|wouldn'?t) (?:care|mind) (?:if|whether) i (?:die|died|live|wake|dropped)",
  "\\b(?:god|lord|jesus|father),? (?:just |please |now )+(?:take me|let me die|kill me)\\b(?! (?:by|into|to|home with|with|as|deeper|seriously|through|on|back|for))",
  "\\b(?:want|hope|wish|pray) (?:that )?(?:god|you|the lord|he|jesus)? ?(?:would|to|will)? ?(?:just |please )*(?:take me|let me die|end me|kill me|end my)\\b(?! (?:by|into|to (?:the|a|your)|home with|with you to|as|deeper|seriously|through|on|back|for))",
]);

const HARM_DONE = crisisSignals(1, "harmed", [
  [
    "\\b(?:he|she|they|my (?:husband|wife|partner|boyfriend|girlfriend|father|mother|dad|mom|mum|stepdad|stepfather|stepmother|uncle|pastor|priest|brother|boss|son|ex)|father \\w+)\\b.{0,25}\\b(?:hits|hit|beats?|beat up|chok(?:es|ed)|strangl(?:es|ed)|punch(?:es|ed)|kick(?:s|ed)|slap(?:s|ped)|rap(?:es|ed)|molest(?:s|ed)|abus(?:es|ed)|threaten(?:s|ed) to (?:kill|hurt)|forc(?:es|ed) me to (?:have sex|touch|undress)|touch(?:es|ed) me)\\b.{0,20}\\b(?:me|us|my (?:kids|children|son|daughter)|the (?:kids|children))\\b",
    "\\b(?:at (?:chess|cards|tennis|golf|scrabble|checkers|a game)|hit me (?:with the (?:news|truth|bill)|that)|kicked me out of the game|beats me (?:to|how)|(?:he|she) touched me (?:deeply|with (?:her|his|these|those) (?:words|kindness)))",
  ],
  "\\bi(?:'m| am|m) (?:afraid|scared|terrified) (?:of|to go home to|that) (?:him|her|my (?:husband|wife|partner|boyfriend|father|dad|stepfather|son)|he|she)(?: will (?:hit|hurt|kill))?\\b",
]);

const ABOUT_OTHERS: CrisisSignal[] = [
  ...crisisSignals(2, "others", [
    [
      "\\bi(?:'m| am|m)? (?:going to|gonna|planning to|want to|will) (?:kill|shoot|stab|murder|strangle|poison) (?:him|her|them|my (?:husband|wife|boss|father|mother|kids|children|family|neighbou?r)|everyone|everybody|people)\\b",
      "\\b(?:with kindness|in (?:the game|chess))\\b",
    ],
  ]),
  ...crisisSignals(1, "someone", [
    "\\b(?:my (?:friend|son|daughter|brother|sister|husband|wife|mother|father|mom|mum|dad|cousin|neighbou?r|colleague|boyfriend|girlfriend|partner|child|nephew|niece|roommate)|he|she|somebody i know|someone i (?:know|love))\\b.{0,40}\\b(?:wants? to (?:die|end (?:his|her|their) life)|(?:is|feels|seems) suicidal|(?:wants?|going|threatens?|threatened|trying|planning) to (?:kill|hurt|harm) (?:him|her|them)sel(?:f|ves)|is (?:cutting|harming) (?:him|her)self|talks? (?:about|of) suicide)\\b",
  ]),
];

/** Crisis signals in English, direct and indirect. */
export const ENGLISH: readonly CrisisSignal[] = [...DIRECT, ...INDIRECT, ...HARM_DONE, ...ABOUT_OTHERS];

/**
 * The most direct sentences in other languages, without accents (see `normalizeText`): in a crisis, members
 * may write in their first language.
 */
export const OTHER_LANGUAGES: readonly CrisisSignal[] = crisisSignals(2, "self", [
  // Spanish
  [
    "\\b(?:quiero|quisiera|deseo|ojala|prefiero|voy a|tengo ganas de|estoy pensando en|pienso en|he decidido) (?:morir(?:me)?|matarme|suicidarme|quitarme la vida|acabar con (?:mi vida|todo)|desaparecer para siempre|no despertar|estar muert[oa])\\b",
    "\\bmorir (?:a (?:mi|todo)|en (?:paz|gracia|cristo)|con (?:cristo|el))",
  ],
  "\\b(?:no quiero (?:vivir(?: mas)?|seguir viviendo|despertar)|ya no quiero vivir|me quiero (?:morir|matar)|me voy a matar|(?:estarian|estaran) mejor sin mi|mejor (?:estar|estaria) muert[oa]|no vale la pena vivir|me corto (?:los brazos|otra vez|para))\\b",
  // Portuguese
  [
    "\\b(?:quero|queria|desejo|prefiro|vou|penso em|tenho vontade de) (?:morrer|me matar|suicidar(?:-me)?|tirar (?:a )?minha (?:propria )?vida|acabar com (?:a )?minha vida|estar mort[oa]|nao acordar)\\b",
    "\\bmorrer (?:para (?:mim|o)|em (?:paz|cristo)|com cristo)",
  ],
  "\\b(?:nao quero (?:mais )?viver|me matar|nao vale a pena viver|(?:estariam|ficariam) melhor sem mim)\\b",
  // French
  [
    "\\b(?:je veux|j'ai envie de|je voudrais|j'aimerais|je vais|je pense a|je prefere) (?:mourir|me tuer|me suicider|en finir|me pendre|mettre fin a (?:mes jours|ma vie)|etre morte?|ne (?:pas|plus|jamais) me reveiller|disparaitre pour toujours)\\b",
    "\\bmourir (?:a (?:moi|soi)|en paix|avec (?:le christ|toi))",
  ],
  "\\b(?:je ne veux plus vivre|je veux plus vivre|(?:ils|elles|vous) (?:seraient|seriez) mieux sans moi|envie de me (?:tuer|suicider)|la vie ne vaut (?:pas|plus) la peine|je me scarifie)\\b",
  // German
  [
    "\\b(?:ich (?:will|mochte|wunschte|wurde|werde|konnte)|am liebsten|wunsche mir)\\b.{0,40}\\b(?:sterben|tot sein|tot|mich (?:umbringen|toten|erhangen)|umbringen|das leben nehmen|nicht mehr (?:leben|aufwachen|da sein)|nie (?:mehr|wieder) aufwachen|suizid begehen)\\b",
    "\\b(?:mir selbst (?:ab)?sterben|sterben fur|in frieden sterben|mit christus sterben)",
  ],
  "\\b(?:ich bringe mich um|mir das leben nehmen|selbstmord(?:gedanken)?|suizidgedanken|(?:besser dran|besser) ohne mich|das leben (?:ist|hat) (?:nicht|keinen) (?:mehr )?(?:lebenswert|wert|sinn mehr)|ich ritze mich|mich zu ritzen)\\b",
  // Italian
  [
    "\\b(?:voglio|vorrei|desidero|preferisco|ho voglia di|penso di|sto per) (?:morire|uccidermi|ammazzarmi|suicidarmi|farla finita|togliermi la vita|essere mort[oa]|non svegliarmi)\\b",
    "\\bmorire (?:a me|in pace|con cristo)",
  ],
  "\\b(?:non voglio piu vivere|mi (?:ammazzo|uccido)|starebbero meglio senza di me|non vale la pena vivere)\\b",
  // Dutch
  "\\b(?:ik (?:wil|zou|ga))\\b.{0,25}\\b(?:dood|sterven|doodgaan|zelfmoord plegen|mezelf (?:doden|van kant maken|ophangen)|een eind aan mijn leven maken|niet meer (?:leven|wakker worden))\\b|\\b(?:beter af zonder mij|niet meer leven)\\b",
  // Polish
  "\\b(?:chce|chcialbym|chcialabym|wole) (?:umrzec|sie zabic|nie zyc|zniknac na zawsze)\\b|\\b(?:zabije sie|nie chce (?:juz )?zyc|odebrac sobie zycie|mysli samobojcze)\\b",
  // Tagalog, Swahili, Indonesian, Turkish, Vietnamese, Romanian, Swedish
  "\\b(?:gusto ko (?:nang|na ?ng|ng) (?:mamatay|magpakamatay)|ayoko nang mabuhay|nataka kufa|nataka kujiua|sitaki kuishi|aku (?:ingin|mau) (?:mati|bunuh diri)|saya (?:ingin|mau) (?:mati|bunuh diri)|olmek istiyorum|kendimi oldur\\w+|intihar et\\w+|(?:toi|tui|em|minh) muon (?:chet|tu tu)|vreau sa mor|sa ma omor|jag vill (?:do|inte leva|ta mitt liv))\\b",
  // Russian and Ukrainian, without diacritics
  "(?:хочу (?:умереть|сдохнуть|не жить)|не хочу (?:больше )?жить|покончить с собои|убить себя|убью себя|хочу померти|не хочу жити|вбити себе)",
  // Chinese, Japanese, Korean, Hindi, Arabic
  "(?:我?想死|不想活|想自杀|想自殺|我要自杀|我要自殺|结束(?:我的|自己的)?生命|死にたい|自殺したい|消えてしまいたい|죽고 ?싶|자살하고|살고 ?싶지 ?않|मरना चाहता|मरना चाहती|اريد ان اموت|بدي موت|اقتل نفسي|انهي حياتي)",
]);
