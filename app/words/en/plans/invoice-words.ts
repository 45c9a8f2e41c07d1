export const invoiceWords = {
  invoice: "Invoice",
};
