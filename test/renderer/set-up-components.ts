import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// jsdom has neither layout nor pointer capture, so it lacks these functions.
Element.prototype.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.hasPointerCapture = () => false

/** Never reports a size. */
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
