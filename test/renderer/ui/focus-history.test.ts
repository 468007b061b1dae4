import { describe, expect, it } from 'vitest'
import { withNewest } from '../../../renderer/ui/focus-history.ts'

const element = (name: string, isConnected = true) => ({ name, isConnected })

describe('the trail of the focus', () => {
  it('has the newest first and each element once', () => {
    const [prompt, button] = [element('prompt'), element('button')]
    expect([prompt, button, prompt].reduce(withNewest<typeof prompt>, [])).toEqual([prompt, button])
  })

  it('forgets what has left the page and keeps eight', () => {
    const gone = element('gone', false)
    const many = Array.from({ length: 12 }, (_, place) => element(String(place)))
    const trail = [gone, ...many].reduce(withNewest<typeof gone>, [])
    expect(trail.map(({ name }) => name)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'])
    expect(withNewest([gone], element('new')).map(({ name }) => name)).toEqual(['new'])
  })
})
