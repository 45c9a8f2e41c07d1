/** The questions of one evening of a pack. */
export type ExamenTurn = {
  gifts: string;
  consolation: string;
  desolation: string;
  mercy: string;
  invitation: string;
  tomorrow: string;
};
