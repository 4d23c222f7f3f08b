/** The look of every page. It must hold neither `<` nor `&`, so that it is the same text to every parser. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #ffffff; --inset: #f1f3f6; --line: #dde1e7; --text: #1b212b; --quiet: #59636f; --link: #0b5cad;
  --passed: #19703f; --broken: #b3202a; --observed: #0b65a8; --not-judged: #875800; --opted-out: #59636f;
  --suite-error: #7440c4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1217; --card: #161b22; --inset: #1d242d; --line: #2c3540; --text: #e4e9ef; --quiet: #9aa6b3; --link: #74b4f7;
    --passed: #56c288; --broken: #ff858a; --observed: #6cb8f5; --not-judged: #dfa741; --opted-out: #9aa6b3;
    --suite-error: #bd9bf7;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
.page { max-width: 70rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3, p, ul { margin: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin-bottom: 0.75rem; }
h3 { font-size: 1.05rem; margin: 2rem 0 0.25rem; }
a { color: var(--link); }
ul { padding: 0; list-style: none; }
code, pre { font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; unicode-bidi: isolate; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.quiet { color: var(--quiet); }
.small { font-size: 0.875rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin-top: 1.25rem; }
.conclusion { font-size: 1.125rem; font-weight: 600; margin: 1rem 0; padding-left: 0.85rem; border-left: 4px solid currentColor; }
.list li { padding: 0.5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.list li:first-child { border-top: 0; padding-top: 0; }
.list li:last-child { padding-bottom: 0; }
.filter { border: 1px solid var(--line); border-radius: 8px; padding: 0.35rem 0.85rem 0.6rem; margin: 0 0 0.5rem; display: none; }
.filter legend { padding: 0 0.35rem; color: var(--quiet); font-size: 0.875rem; }
.filter label { display: inline-block; margin-right: 1.1rem; white-space: nowrap; padding: 0.15rem 0; }
.filter input { accent-color: var(--link); margin: 0 0.4rem 0 0; vertical-align: -0.1em; }
summary { cursor: pointer; }
.row summary .text { display: block; padding-left: 1.05rem; }
.inside { padding: 0.6rem 0 0.4rem 1.05rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6rem; }
.reason { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); padding-left: 0.75rem; }
.mark { color: var(--link); background: var(--card); border-radius: 2px; }
.wrong { margin-bottom: 0.5rem; }
.exchange { background: var(--inset); border-radius: 6px; padding: 0.4rem 0.7rem; }
.exchange + .exchange { margin-top: 0.4rem; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; padding: 0.6rem 0 0.3rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
footer { margin-top: 2rem; color: var(--quiet); font-size: 0.875rem; }
@media (max-width: 40rem) {
  .card { padding: 0.9rem; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .inside { padding-left: 0; }
}
@media print {
  body { background: #ffffff; }
  .card { break-inside: auto; }
  .row { break-inside: avoid; }
}
`;
