/** Runs a function once before the next frame. Also works in a hidden window, which has no frames. */
export function nextFrame(run: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(run, 50)
  else requestAnimationFrame(() => run())
}
