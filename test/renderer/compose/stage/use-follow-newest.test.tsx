import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFollowNewest } from '../../../../renderer/compose/stage/use-follow-newest.ts'

/** Opens a 400-pixel stage with 2,000 pixels of runs. The newest run is a batch of 1,200 pixels, so its heading is at 784. */
function openStage() {
  const frame = document.body.appendChild(document.createElement('div'))
  const element = frame.appendChild(document.createElement('div'))
  Object.defineProperties(element, { clientHeight: { value: 400 }, scrollHeight: { value: 2000, configurable: true } })
  element.scrollTo = (options) => {
    element.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0
    element.dispatchEvent(new Event('scroll'))
  }
  const followed: string[] = []
  const { rerender } = renderHook(
    (newest: { readonly key: string; readonly top: number; readonly totalSize: number }) =>
      useFollowNewest({ current: element }, newest, () => followed.push(newest.key)),
    { initialProps: { key: 'batch', top: 784, totalSize: 2000 } }
  )
  return {
    element,
    followed,
    rerender,
    userScrollsTo: (top: number): void => {
      element.scrollTop = top
      element.dispatchEvent(new Event('scroll'))
    }
  }
}

describe('the stage', () => {
  beforeEach(() => document.body.replaceChildren())

  it('opens at the heading of a batch that is higher than the stage, and stays there when its size changes', () => {
    const { element, rerender } = openStage()
    expect(element.scrollTop).toBe(784)
    rerender({ key: 'batch', top: 684, totalSize: 1900 })
    expect(element.scrollTop).toBe(684)
  })

  it('stays where the user reads the last rows of the batch when its size changes', () => {
    const { element, rerender, userScrollsTo } = openStage()
    userScrollsTo(1590)
    rerender({ key: 'batch', top: 800, totalSize: 2016 })
    expect(element.scrollTop).toBe(1590)
  })

  it('follows again after the user returns to the newest run', () => {
    const { element, rerender, userScrollsTo } = openStage()
    userScrollsTo(100)
    userScrollsTo(750)
    rerender({ key: 'batch', top: 684, totalSize: 1900 })
    expect(element.scrollTop).toBe(684)
  })

  it('scrolls to a new run from everywhere while the user works in the form, but not while the user works on the stage', () => {
    const { element, followed, rerender, userScrollsTo } = openStage()
    userScrollsTo(100)
    rerender({ key: 'next', top: 1700, totalSize: 2100 })
    expect([element.scrollTop, followed]).toEqual([1700, ['batch', 'next']])
    userScrollsTo(100)
    element.tabIndex = 0
    element.focus()
    rerender({ key: 'last', top: 1800, totalSize: 2200 })
    expect([element.scrollTop, followed]).toEqual([100, ['batch', 'next']])
  })

  it('follows when a taller window scrolls back to the end before the stage is measured', () => {
    const { element, rerender, userScrollsTo } = openStage()
    rerender({ key: 'single', top: 1600, totalSize: 2000 })
    Object.defineProperty(element, 'scrollHeight', { value: 1800 })
    userScrollsTo(1400)
    rerender({ key: 'single', top: 1450, totalSize: 1850 })
    expect(element.scrollTop).toBe(1450)
  })
})
