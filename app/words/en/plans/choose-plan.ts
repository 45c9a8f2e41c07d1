export const choosePlanWords = {
  changeYourPaidPlan: "Change your paid plan",
  chooseAPlan: "Choose a plan",
  aChangeShowsItsCost:
    "A change opens on the payment service’s page, which shows what it costs before you confirm.",
  whereYouPay:
    "You pay on the payment service’s page; your card never comes to us. You can cancel or pause at any time, with one press.",
};
