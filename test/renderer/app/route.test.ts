import { describe, expect, it } from 'vitest'
import type { Route } from '../../../renderer/app/route.ts'
import { goBack, goTo, start } from '../../../renderer/app/route.ts'

const walk = (...routes: readonly Route[]) => routes.reduce(goTo, start)

describe('where the window is', () => {
  it('begins in the gallery', () => {
    expect(start.route).toEqual({ view: 'gallery' })
  })

  it('goes back to where one came from', () => {
    const state = walk({ view: 'queue', taskId: null }, { view: 'viewer', itemId: 'a' })
    expect(goBack(state).route).toEqual({ view: 'queue', taskId: null })
    expect(goBack(goBack(state)).route).toEqual({ view: 'gallery' })
    expect(goBack(goBack(goBack(state))).route).toEqual({ view: 'gallery' })
  })

  it('leaves the viewer in one step, however many pictures one has looked at', () => {
    const state = walk({ view: 'queue', taskId: null }, { view: 'viewer', itemId: 'a' }, { view: 'viewer', itemId: 'b' })
    expect(goBack(state).route).toEqual({ view: 'queue', taskId: null })
  })

  it('comes back from one of several to their comparison', () => {
    const compare = { view: 'compare', ids: ['a', 'b'] } as const
    const state = walk({ view: 'viewer', itemId: 'a' }, { ...compare, ids: ['a', 'b', 'c'] }, compare, { view: 'viewer', itemId: 'b' })
    expect(goBack(state).route).toEqual(compare)
    expect(goBack(goBack(state)).route).toEqual({ view: 'viewer', itemId: 'a' })
  })

  it('makes a new opening of a form that is open already', () => {
    const form = { view: 'compose', capabilityId: 'face-swap', prefill: null } as const
    expect(walk(form, form).opening).not.toBe(walk(form).opening)
  })

  it('remembers no more than twenty steps', () => {
    const state = walk(...Array.from({ length: 50 }, (): Route => ({ view: 'settings' })))
    expect(state.trail).toHaveLength(20)
  })
})
