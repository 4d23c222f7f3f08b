import { expect, it } from "vitest";
import { Register } from "./register.ts";

it("allows reads of the old and of the new value while a write is under way, in this order", () => {
  const register = new Register(0);
  const first = register.read();
  const second = register.read();
  const written = register.write(1);
  const third = register.read();
  first(0);
  third(1);
  second(0);
  register.read()(1);
  written();
  register.read()(1);
  expect(register.problems()).toEqual([]);
});

it("finds an old value that is read after a write has ended", () => {
  const register = new Register(0);
  register.write(1)();
  register.read()(0);
  expect(register.problems()).toEqual(["0 was there before 1 and after it"]);
});

it("finds an old value that is read after the new one, though the write is still under way", () => {
  const register = new Register(0);
  const written = register.write(1);
  register.read()(1);
  register.read()(0);
  written();
  expect(register.problems()).toEqual(["0 was there before 1 and after it"]);
});

it("finds a write that was lost", () => {
  const register = new Register(0);
  const under = register.write(1);
  register.write(2)();
  under();
  register.read()(0);
  expect(register.problems()).toEqual(["0 was there before 1 and after it", "0 was there before 2 and after it"]);
});

it("allows that a write without an answer was done, was not done, or is done later", () => {
  for (const seen of [0, 1, 2]) {
    const register = new Register(0);
    register.write(1);
    if (seen > 0) register.write(2)();
    register.read()(seen === 0 ? 0 : 2);
    if (seen === 1) register.read()(1);
    expect(register.problems()).toEqual([]);
  }
});

it("finds that a write without an answer was done twice", () => {
  const register = new Register(0);
  register.write(1);
  register.read()(1);
  register.write(2)();
  register.read()(1);
  expect(register.problems()).toEqual(["1 was there before 2 and after it"]);
});

it("finds that two clients have read two new values in two orders", () => {
  const register = new Register(0);
  const written = [register.write(1), register.write(2)];
  for (const value of [1, 2, 1, 2]) register.read()(value);
  for (const end of written) end();
  expect(register.problems()).toEqual(["1 was read after 2 had been there"]);
});

it("finds a value that is read before it is written, or that was never written", () => {
  const register = new Register(0);
  register.read()(1);
  register.write(1)();
  register.read()(7);
  expect(register.problems()).toEqual(
    expect.arrayContaining(["7 was read, but never written", "1 was read before its write"]),
  );
});
