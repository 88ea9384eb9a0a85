import { sentencesOf, wordsOf } from "../../routing/words.ts";

/** The sentences of a question that ask, each as words between spaces with a comma between clauses. */
export function askingClauses(question: string): string[] {
  return sentencesOf(question).filter((sentence) => sentence.asks).map((sentence) =>
    clausesOf(withoutLeadingNegation(sentence.text))
  );
}

/** "Don't you …?" asks the same as "Do you …?". */
function withoutLeadingNegation(sentence: string): string {
  return sentence.replace(
    /^(\W*(?:so |but |and |well )?)(do|does|did|is|are|was|were|wo|would|ca|could|should|has|have|had)(?:n['’]t|nt|n t)\b/i,
    (_, before: string, auxiliary: string) => `${before}${/^ca$/i.test(auxiliary) ? "can" : auxiliary}`,
  );
}

function clausesOf(sentence: string): string {
  const clauses = sentence.split(/[,;:()–—"“”]|\.{2,}/).map((clause) =>
    wordsOf(clause).join(" ").replace(/-/g, " ")
  );
  return ` ${clauses.filter((clause) => clause !== "").join(" , ")} `;
}

/** Words after which "that" begins what is asked, no side clause. */
const BEFORE_WHAT_IS_ASKED =
  "agree|disagree|think|believe|say|feel|true|false|right|wrong|idea|opinion|fair|unfair|good|bad|approve|sure|likely|unlikely|know|fact|case|important|happy|mean|claim|hope|expect|confident|so|this|certain|doubt|worried|of|for|support|oppose";

/** "That" begins a side clause after a noun, and what is asked before a subject of its own. */
const RELATIVE_THAT =
  `(?<! (?:${BEFORE_WHAT_IS_ASKED}) )that(?= (?:has|have|had|is|are|was|were|does|do|did|can|could|will|would|cannot|may|might|offend|cost|costs|hurt|harm|make|makes) )`;

/** What a thing does is no part of what is asked about it ("a vaccine that prevents shingles"), but what a law does is. */
const FUNCTION_THAT =
  `(?<! (?:laws?|bills?|polic(?:y|ies)|measures?|rules?|amendments?|bans?|acts?|proposals?|plans?|orders?|tax|taxes|programs?|${BEFORE_WHAT_IS_ASKED}) )that(?= (?:prevents?|avoids?|blocks?|stops?|never|helps?|filters?|reduces?|cuts?|kills?|quits?|removes?|fights?) )`;

const SUBORDINATE = new RegExp(
  ` (who|whom|whose|because|if|when|unless|while|although|though|where|since|whenever|even though|so that|${RELATIVE_THAT}|${FUNCTION_THAT}) ` +
    String
      .raw`(?:(?! , ).)*?(?= , | (?:should|would) (?:be|have|lose|keep|get) | be (?:allowed|permitted|forbidden|banned|prevented|able|denied|forced|fired|removed|punished|given|required|treated|taken|put|made) | $)`,
  "g",
);

/** "People who refuse vaccines lose their jobs": the clause ends before the verb of the whole. */
const WHO_CLAUSE =
  / who [a-z]+ (?:[a-z]+ ){1,6}?(?=(?:lose|keep|get|pay|face|receive|serve|stay|go|still) )/g;

/** What something is compared with: "more often helpful than selfish". */
const COMPARED_WITH = / than (?:(?! , ).)*?(?= , | $)/g;

/**
 * Hides the words of side clauses, which do not turn what is asked ("people who cannot afford it", "if it is not too
 * expensive"), and of what something is compared with. Hidden words begin with an underscore, which no expression knows.
 */
export function hideSideClauses(clauses: string): string {
  return clauses.replace(WHO_CLAUSE, hidden).replace(SUBORDINATE, hidden).replace(COMPARED_WITH, hidden);
}

/** Words that no expression finds. */
export const hidden = (words: string): string => words.replace(/(?<= |^)(?=[a-z])/g, "_");
