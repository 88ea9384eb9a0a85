import assert from "node:assert/strict";
import { PUBLISHED } from "#engine/bank/catalogue.ts";
import { isTierOne } from "#engine/bank/matcher.ts";
import { forecaster } from "#testing/engine-run.ts";

/** Questions that no survey asked, in nearly the words of one that a survey asked. */
const OTHERS = [
  "Should the police pay lower taxes?",
  "Should school taxes be cut?",
  "Should taxes go up so that more tax money goes to schools?",
  "Would you pay higher taxes for better schools?",
  "Should the United States let out more immigrants?",
  "Is discrimination the reason why black Americans are better off?",
  "Should the country spend nothing on education and schools?",
  "Do you trust police officers more than you used to?",
  "Do police officers trust the public?",
  "Is marriage before sex wrong?",
  "Should the police need a permit from people to buy a gun?",
  "Should people need a permit to sell a gun to the police?",
  "Should the federal government make it more difficult to sell a gun?",
  "Do guns buy people with a police permit?",
  "Do Americans take jobs away from immigrants?",
  "Do crime rates increase immigrants?",
  "Does America's culture do harm to immigrants?",
  "Should the United States send out more immigrants?",
  "Should more immigrants leave the United States?",
  "Do the police trust you?",
  "Do scientists trust you a great deal?",
  "Do you trust scientists more than you did before?",
  "Do you trust the news media more than the government?",
  "Does the president trust the FBI and CIA?",
  "Do you trust your doctor to put your medical needs below everything else?",
  "Does your doctor trust you to tell if a mistake was made in your treatment?",
  "Should abortion be legal before a rape?",
  "Should abortion be legal when a family is too rich for another child?",
  "Is sex after marriage wrong?",
  "Should the law make it easier to get married?",
  "Would a black person welcome marrying into your family?",
  "Can it ever be right for a man to hit a police officer?",
  "Should more school money go to taxes?",
  "Should the armed forces pay higher taxes?",
  "Would you pay higher taxes for more police?",
  "Should the country spend nothing on health care?",
  "Should the country spend more on space than on schools?",
  "Does mankind work for the good of scientists?",
  "Do ordinary people want to improve the lives of scientists?",
  "Do immigrants push down crime rates in order to become citizens?",
];

/** Written after the rules, which see the roles of some: what to expect of others. */
const LATER = [
  "Do banks trust you a great deal?",
  "Do you trust banks more than you trust your neighbors?",
  "Does religion quarrel with conflict more than peace?",
  "Should the government waste tax money on people?",
  "Do women suit politics better than men suit cooking?",
  "Should the state bring more immigrants out of the country?",
  "Should atheists be taught by a college?",
  "Would you welcome it if your family married into an Asian's family?",
  "Should a law be allowed to protect job discrimination against gays?",
  "Should people need a permit to leave the police?",
  "Should the government get paid by big companies for new technology?",
  "Are you better off when politicians keep their promises than when they break them?",
  "Should poor students help the government pay for college?",
  "Do immigrants help Americans find jobs?",
  "Should children look after their parents before they get old?",
  "Should parents take care of their grown children?",
  "Does a woman treat the police better than a man?",
  "Should public libraries put books against religion on the shelves and take out the Bible?",
  "Should the United States let in more tourists?",
  "Should courts be dealt with more harshly by criminals?",
  "Is religion a reason for science?",
  "Should taxes on rich people be spent?",
  "Would you pay more for a newspaper?",
  "Should the news media follow you with great interest?",
  "Do doctors trust patients to tell the truth?",
  "Should abortion be legal for a married woman who wants more children?",
  "Is your health affected by everyday news?",
  "Do you trust the police less than you did ten years ago?",
  "Should the country stop spending anything on space exploration?",
  "Should the poor pay the government more welfare benefits?",
];

/** Questions of surveys, as people type them. */
const TYPED = [
  "should we let more immigrants into the country",
  "Should we let in fewer immigrants?",
  "do u trust the police",
  "Do you trust cops?",
  "Should schools get more tax money?",
  "Should more tax dollars go to the police?",
  "Should we spend less on the military?",
  "Is premarital sex wrong?",
  "is it wrong to have sex before you are married",
  "Should you need a police permit to buy a gun?",
  "Do you have a gun at home?",
  "Do you trust scientists a lot?",
  "do you have a lot of trust in the supreme court",
  "Should abortion be legal if a woman was raped?",
  "Should abortion be legal for any reason?",
  "Should abortion be allowed if the mother's health is in danger?",
  "Do immigrants take jobs from Americans?",
  "Are immigrants good for the American economy?",
  "Do you trust the media?",
  "do you distrust the news media",
  "Is your income tax too high?",
  "Would you pay much higher taxes to protect the environment?",
  "Should divorce be easier to get?",
  "Is cheating on your spouse wrong?",
  "Should it be harder to buy a gun?",
  "Do scientists work for the good of humanity?",
  "Do you support background checks for private gun sales?",
  "Do police treat white people better than black people?",
  "Are black people worse off because of discrimination?",
  "Should we spend more money on health care?",
];

async function atTierOne(questions: readonly string[]): Promise<string[]> {
  const reached: string[] = [];
  for (const text of questions) {
    if (isTierOne(await forecaster.matchAmong(text, PUBLISHED))) reached.push(text);
  }
  return reached;
}

describe("Questions that no survey asked", () => {
  it("reach no tier 1 by the words of one that turned round, changed places or were added to", async () => {
    assert.deepEqual(await atTierOne(OTHERS), []);
  });

  it("reach it less than one time in three where the rules were not written for them", async () => {
    const reached = await atTierOne(LATER);
    assert.ok(reached.length <= 9, reached.join("\n"));
  });

  it("take nothing from a survey's questions as people type them", async () => {
    const reached = (await atTierOne(TYPED)).length;
    assert.ok(reached >= 28, `${reached} of ${TYPED.length}`);
  });
});
