export const demoDashboardWords = {
  pageTitle: "A look around",
  pageDescription:
    "Sixty days in an invented journal: how a dashboard and its entries look, to read at leisure.",
};
