import { signs, type Sign } from "./sign";

/**
 * The plainest sentences in other languages, without accents, as `plainText` gives them. People who keep a journal in
 * English still cry out in their own.
 */
export const OTHER_LANGUAGES: readonly Sign[] = signs(2, "self", [
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
  // Russian and Ukrainian, after marks have been taken off
  "(?:хочу (?:умереть|сдохнуть|не жить)|не хочу (?:больше )?жить|покончить с собои|убить себя|убью себя|хочу померти|не хочу жити|вбити себе)",
  // Chinese, Japanese, Korean, Hindi, Arabic
  "(?:我?想死|不想活|想自杀|想自殺|我要自杀|我要自殺|结束(?:我的|自己的)?生命|死にたい|自殺したい|消えてしまいたい|죽고 ?싶|자살하고|살고 ?싶지 ?않|मरना चाहता|मरना चाहती|اريد ان اموت|بدي موت|اقتل نفسي|انهي حياتي)",
]);
