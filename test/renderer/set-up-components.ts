import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// jsdom has no layout and no pointer capture, so it lacks these methods.
Element.prototype.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
Element.prototype.hasPointerCapture = () => false

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
