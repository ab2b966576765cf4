/**
 * The module's style sheet. It is adopted by the shadow root, which no policy on styles forbids. A page changes the
 * custom properties that begin with `--camera-`.
 */
export const STYLE = `
:host { display: block; inline-size: 100%; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.camera {
  --surface: var(--camera-surface, #fffffff2);
  --text: var(--camera-text, #14181d);
  --accent: var(--camera-accent, #0b57d0);
  --on-accent: var(--camera-on-accent, #ffffff);
  --good: var(--camera-good, #12b76a);
  --line: var(--camera-line, #ffffff);
  --radius: var(--camera-radius, 20px);
  position: relative; overflow: hidden; margin-inline: auto; isolation: isolate;
  inline-size: min(100%, var(--width)); aspect-ratio: var(--shape); max-block-size: 100dvh;
  border-radius: var(--radius); background: #101418; color: var(--text);
  font: var(--camera-font, 500 16px/1.35 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
}
.picture, .still, .outline { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.picture, .still { object-fit: cover; }
.mirrored .picture, .mirrored .still { transform: scaleX(-1); }
.shade { fill: #0b0f13; fill-opacity: .5; }
.edge { fill: none; stroke: var(--line); stroke-width: 3; stroke-linecap: round; opacity: .95; }
.count { fill: none; stroke: var(--good); stroke-width: 6; stroke-linecap: round;
  stroke-dasharray: 1; stroke-dashoffset: 1; }
.good .edge { stroke: var(--good); }
.counting .count { animation: count var(--time) linear forwards; }
@keyframes count { to { stroke-dashoffset: 0; } }
.top { position: absolute; inset-block-start: 0; inset-inline: 0; display: flex; gap: 8px; padding: 10px;
  align-items: start; }
.step { margin: 0; padding: 11px 14px; border-radius: 22px; background: var(--surface); font-size: 14px;
  font-weight: 600; }
.space { flex: 1; }
button { min-inline-size: 44px; min-block-size: 44px; padding: 0 16px; border: 0; border-radius: 22px;
  background: var(--surface); color: var(--text); font: inherit; font-weight: 600; cursor: pointer; }
button.icon { padding: 0; display: grid; place-items: center; }
button.icon svg { inline-size: 22px; block-size: 22px; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round; }
button.first { background: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
.bottom { position: absolute; inset-block-end: 0; inset-inline: 0; padding: 12px; display: grid; gap: 8px;
  justify-items: center; }
.status { margin: 0; padding: 12px 18px; border-radius: 22px; background: var(--surface); text-align: center;
  font-size: clamp(16px, 4.4cqi, 20px); font-weight: 600; max-inline-size: 100%; text-wrap: balance; }
.status:empty { visibility: hidden; }
.chips { display: flex; flex-wrap: wrap; justify-content: center; gap: 6px; margin: 0; padding: 0; list-style: none; }
.chip { display: flex; align-items: center; gap: 6px; padding: 4px 10px; border-radius: 14px;
  background: var(--surface); font-size: 13px; }
.mark { inline-size: 10px; block-size: 10px; border-radius: 50%; border: 2px solid currentColor; }
.chip.met .mark { background: var(--good); border-color: var(--good); }
.word { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
.bar { inline-size: min(240px, 70%); block-size: 8px; border-radius: 4px; background: #ffffff40; overflow: hidden; }
.bar > div { block-size: 100%; inline-size: var(--done, 0%); background: var(--line); transition: inline-size .2s; }
.failure { position: absolute; inset: 0; display: grid; align-content: center; justify-items: center; gap: 16px;
  padding: 64px 24px 24px; background: var(--camera-surface, #ffffff); text-align: center; overflow: auto; }
.failure p { margin: 0; max-inline-size: 34em; font-size: 17px; }
.camera { container-type: inline-size; }
@media (prefers-color-scheme: dark) {
  .camera { --surface: var(--camera-surface, #171c22f2); --text: var(--camera-text, #f2f5f8);
    --accent: var(--camera-accent, #8ab4ff); --on-accent: var(--camera-on-accent, #0b1220); }
  .failure { background: var(--camera-surface, #171c22); }
}
@media (prefers-reduced-motion: reduce) {
  .bar > div { transition: none; }
  .counting .count { animation-timing-function: steps(4); }
}
@media (forced-colors: active) {
  .status, .chip, .step, button { border: 1px solid; }
}
`
