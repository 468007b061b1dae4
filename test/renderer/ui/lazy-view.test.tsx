import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazyView, useIsRead, type LazyView } from '../../../renderer/ui/lazy-view.tsx'

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
  return useIsRead(view, true) ? 'read' : 'waits'
}

describe('a view whose code is read apart', () => {
  it('is drawn at once, without a fallback, when its code was read before', async () => {
    const { view, loads } = greeting()
    expect(view.isLoaded()).toBe(false)
    await view.load()
    expect(view.isLoaded()).toBe(true)
    expect(drawn(view)).toContain('Hello')
    expect(loads()).toBe(1)
  })

  it('shows a fallback where it is drawn before', () => {
    const { view, loads } = greeting()
    expect(drawn(view)).toContain('not here')
    expect(loads()).toBe(1)
  })

  it('can be waited for instead', async () => {
    const { view } = greeting()
    expect(renderToString(<Asking view={view} />)).toBe('waits')
    await view.load()
    expect(renderToString(<Asking view={view} />)).toBe('read')
  })

  it('says that its code could not be had, and asks again the next time', async () => {
    let isThere = false
    const { view, loads } = greeting(() => (isThere ? Promise.resolve() : Promise.reject(new Error('no such file'))))
    await expect(view.load()).rejects.toThrow('no such file')
    expect(view.isLoaded()).toBe(false)
    isThere = true
    await view.load()
    expect(drawn(view)).toContain('Hello')
    expect(loads()).toBe(2)
  })

  it('asks again when it is drawn again after its code could not be had', async () => {
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
