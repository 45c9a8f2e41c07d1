export const dataTableWords = {
  table: ({ caption }: { caption: string }) => `Table: ${caption}`,
};
