export const questionNameWords = {
  examen: ({ name }: { name: string }) => `Examen: ${name}`,
  lectioDivinaQuestions: ({ rest }: { rest: string }) => `Lectio Divina, questions ${rest}`,
};
