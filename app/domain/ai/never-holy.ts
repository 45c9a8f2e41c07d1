import { never, REFUSAL, type NeverPattern } from "./never-kinds";

const GOD =
  "(?:god|the lord(?: jesus)?|lord jesus|jesus(?: christ)?|christ|the holy spirit|the spirit|yahweh|our father|the father|heaven|our lady|(?:the virgin |mother )?mary|the angels?)";
const ADVERB =
  "(?:is|has|was|himself|clearly|surely|now|also|always|already|truly|really|just|simply|will|may be)";
const SAYS =
  "(?:says?|saying|said|tells?|telling|told|speaks?|speaking|spoke|wants?|wanting|wishes|commands?|commanding|calls?|calling|called|asks?|asking|promises?|promised|expects?|desires?|needs?|invites?|inviting|urges?|assures?|reminds?|sent|sends|gave|gives|shows?|showing|leads?|leading|whispers?|whispering)";

/** Said of God, grace and the hidden: only God, and those a church sends, may say it. */
export const HOLY: NeverPattern[] = [
  ...never(
    "absolution",
    REFUSAL,
    "\\b(?:i|we)(?: now| hereby| do)? (?:absolve|forgive) you\\b",
    "\\byour sins? (?:is|are|has been|have been|were|was)(?: all| now| already| fully)* (?:forgiven|absolved|washed|wiped|gone|covered)",
    "\\byou(?: are|'re|'ve been| have been)(?: now| already| fully| completely| hereby)* (?:forgiven|absolved|cleansed|pardoned|in a state of grace|saved)\\b",
    `\\b${GOD}(?: ${ADVERB})* (?:forgives?|forgave|forgiven|absolves?|absolved|pardons?|pardoned) you\\b`,
    "\\b(?:your penance|for your penance|as (?:a )?penance|consider yourself (?:forgiven|absolved)|te absuelvo|ich spreche dich (?:los|frei)|je (?:te|vous) (?:absous|pardonne)|io ti assolvo|eu te absolvo|ego te absolvo)\\b",
    "\\b(?:tus pecados (?:estan|han sido|quedan|son)|tes peches sont|deine sunden sind|os teus pecados (?:estao|foram)|i tuoi peccati sono)\\b",
  ),
  ...never(
    "blessing",
    REFUSAL,
    "\\b(?:i|we) (?:hereby )?(?:bless|anoint|baptize|baptise|consecrate|commission) you\\b",
    `\\bmay (?:almighty )?${GOD}\\b.{0,40}\\byou\\b`,
    "\\bgod bless(?: you|$|[.,!])",
    "\\bin the name of the father\\b|\\bpeace be (?:with|upon) you\\b|\\bgo in (?:the )?peace\\b|\\breceive (?:this|my|the) blessing\\b|\\bthis is my body\\b|\\bmy blessing\\b",
    "\\b(?:que dios te bendiga|dios te bendiga|gott segne dich|que dieu te benisse|deus te abencoe|dio ti benedica)\\b",
  ),
  ...never(
    "god_says",
    undefined,
    `\\b${GOD}(?: ${ADVERB})*(?:'s)? ${SAYS}(?: to| that| for| of)?[,:]? (?:you|your)\\b`,
    `\\b${GOD}(?: ${ADVERB})* (?:say(?:s|ing)|tell(?:s|ing)|speak(?:s|ing)|whisper(?:s|ing))(?: to)?(?: you| us)?[,:]? ?(?:"|it is|this|now|go|leave|stay|wait|yes|no|do not|don't|not to|that it)`,
    `\\b(?:god|the lord|jesus|christ|heaven|the spirit)(?:'s)? (?:will|plan|purpose|answer|desire|message|word)(?: here| now)?(?: for you| for your|, dear| is (?:for you|that you|to|clear|plain|simple)| (?:here )?is )`,
    `\\b(?:a|the) (?:sign|message|word|answer|gift|test|punishment|call|calling) (?:sent )?from ${GOD}\\b`,
    `\\b(?:i|we)(?:'m| am| have| 've)? (?:receiv\\w+|sens\\w+|hear\\w*|got|get|given|been given|channel\\w*|bring\\w*|have) .{0,25}\\b(?:word|message|vision|prophecy|voice) (?:from|for|of) (?:you|${GOD})`,
    "\\bthus (?:says|saith) the lord\\b|\\b(?:i|let me) prophesy\\b|\\bprophetic word\\b",
    `\\b${GOD} (?:is|was) (?:angry|punishing|testing|disappointed|pleased|proud|displeased|calling|asking|telling)(?: with| of| at)? (?:you|your)\\b`,
    "\\b(?:dios (?:te|quiere que|dice que|desea que)|gott (?:sagt|will|mochte|spricht|ruft) (?:dir|dich|dass du|zu dir)|dieu (?:te|veut que tu|dit que)|deus (?:te|quer que|diz que)|dio (?:ti|vuole che|dice che))\\b",
  ),
  ...never(
    "prophecy",
    REFUSAL,
    `\\b${GOD} will (?:heal|give|bless|restore|provide|bring|send|save|fix|repair|reward|change|answer|open)\\b.{0,40}\\b(?:you|your)\\b`,
    `\\b${GOD} (?:gave|gives) you (?:this|the|that) (?:illness|cancer|depression|suffering|pain|loss)\\b`,
    "\\byou will (?:be (?:healed|cured|saved)|get the job|recover|marry|meet the|have (?:a|the) (?:baby|child)|go to (?:hell|heaven)|conceive|be rich|succeed|prosper)\\b",
    "\\byour (?:late )?(?:mother|father|mom|mum|dad|son|daughter|husband|wife|child|baby|friend|brother|sister|grandmother|grandfather|dog) (?:is|are) (?:now )?(?:in (?:heaven|hell|purgatory)|with (?:god|jesus|the lord|the angels)|watching|looking down|an angel|at peace now)\\b",
    "\\byour (?:late )?(?:mother|father|mom|mum|dad|son|daughter|husband|wife|grandmother|grandfather) (?:says|is telling|tells|wants) (?:you|that)\\b",
  ),
];
