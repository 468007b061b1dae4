import { describe, expect, it } from 'vitest'
import type { Route } from '../../../renderer/navigation/route.ts'
import { popRoute, pushRoute, needsAccount, initialRouteState } from '../../../renderer/navigation/route.ts'

const walk = (...routes: readonly Route[]) => routes.reduce(pushRoute, initialRouteState)

describe('the route of the window', () => {
  it('starts in the gallery', () => {
    expect(initialRouteState.route).toEqual({ view: 'gallery' })
  })

  it('goes back to the previous view', () => {
    const state = walk({ view: 'queue', taskId: null }, { view: 'viewer', itemId: 'a' })
    expect(popRoute(state).route).toEqual({ view: 'queue', taskId: null })
    expect(popRoute(popRoute(state)).route).toEqual({ view: 'gallery' })
    expect(popRoute(popRoute(popRoute(state))).route).toEqual({ view: 'gallery' })
  })

  it('leaves the viewer in one step, however many images you viewed', () => {
    const state = walk({ view: 'queue', taskId: null }, { view: 'viewer', itemId: 'a' }, { view: 'viewer', itemId: 'b' })
    expect(popRoute(state).route).toEqual({ view: 'queue', taskId: null })
  })

  it('goes back from a compared result to the comparison', () => {
    const compare = { view: 'compare', ids: ['a', 'b'] } as const
    const state = walk({ view: 'viewer', itemId: 'a' }, { ...compare, ids: ['a', 'b', 'c'] }, compare, { view: 'viewer', itemId: 'b' })
    expect(popRoute(state).route).toEqual(compare)
    expect(popRoute(popRoute(state)).route).toEqual({ view: 'viewer', itemId: 'a' })
  })

  it('opens a form again that is already open', () => {
    const form = { view: 'compose', capabilityId: 'face-swap', prefill: null } as const
    expect(walk(form, form).openCount).not.toBe(walk(form).openCount)
  })

  it('remembers no more than twenty steps', () => {
    const state = walk(...Array.from({ length: 50 }, (): Route => ({ view: 'settings' })))
    expect(state.history).toHaveLength(20)
  })
  it('requires an account only for the gallery, forms and faces', () => {
    const views: readonly Route[] = [
      { view: 'gallery' },
      { view: 'compose', capabilityId: 'face-swap', prefill: null },
      { view: 'faces', taskId: 'a' },
      { view: 'queue', taskId: null },
      { view: 'library' },
      { view: 'viewer', itemId: 'a' },
      { view: 'account' },
      { view: 'guide', chapter: null },
      { view: 'settings' }
    ]
    expect(views.filter(needsAccount).map(({ view }) => view)).toEqual(['gallery', 'compose', 'faces'])
  })
})
