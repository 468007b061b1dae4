import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazyView, useLoadView, type LazyView } from '../../../renderer/ui/lazy-view.tsx'

type Greeting = { readonly name: string }

function greeting(load: () => Promise<void> = () => Promise.resolve()) {
  let loads = 0
  const view = lazyView<Greeting>(async () => {
    loads += 1
    await load()
    return ({ name }) => <p>Hello {name}</p>
  })
  return { view, loads: () => loads }
}

function drawn(View: LazyView<Greeting>): string {
  return renderToString(
    <Suspense fallback="not here">
      <View name="Kiln" />
    </Suspense>
  )
}

function Asking({ view }: { readonly view: LazyView<Greeting> }) {
  return useLoadView(view, true) ? 'read' : 'waits'
}

describe('a lazy view', () => {
  it('is rendered immediately, without a fallback, if its code is already loaded', async () => {
    const { view, loads } = greeting()
    expect(view.isLoaded()).toBe(false)
    await view.load()
    expect(view.isLoaded()).toBe(true)
    expect(drawn(view)).toContain('Hello')
    expect(loads()).toBe(1)
  })

  it('shows a fallback if its code is not loaded yet', () => {
    const { view, loads } = greeting()
    expect(drawn(view)).toContain('not here')
    expect(loads()).toBe(1)
  })

  it('can report if its code is loaded', async () => {
    const { view } = greeting()
    expect(renderToString(<Asking view={view} />)).toBe('waits')
    await view.load()
    expect(renderToString(<Asking view={view} />)).toBe('read')
  })

  it('reports that loading failed, and retries the next time', async () => {
    let isThere = false
    const { view, loads } = greeting(() => (isThere ? Promise.resolve() : Promise.reject(new Error('no such file'))))
    await expect(view.load()).rejects.toThrow('no such file')
    expect(view.isLoaded()).toBe(false)
    isThere = true
    await view.load()
    expect(drawn(view)).toContain('Hello')
    expect(loads()).toBe(2)
  })

  it('retries when it is rendered again after loading failed', async () => {
    let isThere = false
    const { view } = greeting(() => (isThere ? Promise.resolve() : Promise.reject(new Error('no such file'))))
    expect(drawn(view)).toContain('not here')
    await expect(view.load()).rejects.toThrow('no such file')
    isThere = true
    expect(drawn(view)).toContain('not here')
    await view.load()
    expect(drawn(view)).toContain('Hello')
  })
})
