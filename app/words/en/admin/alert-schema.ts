export const alertSchemaWords = {
  pleaseKeepTheNoteTo1: "Please keep the note under 1,000 characters.",
  pleaseUseTheButtons: "Please use the buttons on this page.",
  pleaseWriteTheNoteFirst: "Please write the note first.",
  pleaseGiveANumberFrom0: "Please enter a number from 0 to 1,000,000.",
  pleaseUseTheButton: "Please use the button on this page.",
};
