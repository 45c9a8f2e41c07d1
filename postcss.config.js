import autoprefixer from "autoprefixer";
import tailwindcss from "tailwindcss";

export default {
  plugins: [tailwindcss(), autoprefixer({ overrideBrowserslist: ["chrome 61", "firefox 60", "safari 13"] })],
};
