import type { Methodology } from "#engine/bank/methodology.ts";
import { PUBLISHED } from "#engine/bank/catalogue.ts";

/** A methodology that the routing weights have never seen. */
export const PODCAST_LISTENING: Methodology = {
  ...PUBLISHED[0]!,
  slug: "podcast-listening",
  name: "Podcast listening",
  topic: "listening to a podcast",
  kpi_question: "Would you listen to this podcast?",
  exemplar_questions: [
    "Would you play this podcast in the car?",
    "How likely are you to listen to a podcast on Roman history?",
    "Would you follow a weekly podcast hosted by two nurses?",
    "Does this podcast sound worth your ears?",
    "Would you download every episode of this show about space?",
    "I would listen to an interview podcast with farmers.",
    "Is a ten-minute daily news podcast something you would listen to?",
    "Would you recommend this podcast episode to a friend who likes music?",
    "Would you listen to a true crime podcast while you cook?",
    "How interested are you in a podcast about money?",
    "Would you put on a comedy podcast during a run?",
    "Would you listen to the second season of this audio drama?",
    "If your favorite author started a podcast, would you tune in with headphones?",
    "Would you give this podcast host an hour of your week?",
    "Would you listen to a podcast with ads every ten minutes?",
    "How probable is it that you finish this podcast series?",
    "Would you switch from radio to this morning podcast?",
    "Would you listen to a language podcast on the bus?",
    "Would you add this podcast to your queue?",
    "Would you hear out a podcast about philosophy?",
    "Would you listen to a sports podcast after a game?",
    "Would a podcast told by veterans hold your attention?",
    "Would you try a podcast that a friend made?",
    "Would you listen to a sleep podcast at night?",
  ],
};
