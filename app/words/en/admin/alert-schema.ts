export const alertSchemaWords = {
  pleaseKeepTheNoteTo1: "Please keep the note to 1,000 characters.",
  pleaseUseTheButtons: "Please use the buttons of this page.",
  pleaseWriteTheNoteFirst: "Please write the note first.",
  pleaseGiveANumberFrom0: "Please give a number from 0 to 1,000,000.",
  pleaseUseTheButton: "Please use the button of this page.",
};
