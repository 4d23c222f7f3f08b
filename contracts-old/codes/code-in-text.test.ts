import { expect, it } from "vitest";
import { codeIn, codesIn } from "./code-in-text.ts";

it.each([
  ["482915"],
  ["Seu código é 482915."],
  ["código:482915, válido por 5 minutos"],
  ["(482915)"],
  ["of 12 March: 482915\nbye"],
  ["em 5 minutos, 482915"],
])("finds the code in %j", (text) => expect(codesIn(text)).toEqual(["482915"]));

it.each([
  ["12345"],
  ["1234567"],
  ["ref A482915"],
  ["482915x"],
  ["é482915"],
  ["id_482915"],
  ["#482915 (a colour)"],
  ["R$ 482915,00"],
  ["1.482915"],
  ["01310-482915"],
  ["https://platform.example/confirm/482915?again"],
])("finds none in %j", (text) => expect(codesIn(text)).toEqual([]));

it("takes the first that is not among those known", () => {
  expect(codeIn("111111 222222 333333", ["111111", "333333"])).toBe("222222");
  expect(codeIn("111111", ["111111"])).toBeNull();
});
