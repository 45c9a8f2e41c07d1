export const textsWords = {
  morningReflection: "Morning Reflection",
  morningReflectionMessage:
    "It's time for your morning reflection. Take a moment to start your day mindfully.",
  eveningReflection: "Evening Reflection",
  eveningReflectionMessage: "Take a moment to reflect on your day and prepare for rest.",
};
