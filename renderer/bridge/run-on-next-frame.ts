/** Calls `run` once before the next frame. A hidden window draws no frames, so `run` is called after 50 ms instead. */
export function runOnNextFrame(run: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(run, 50)
  else requestAnimationFrame(() => run())
}
