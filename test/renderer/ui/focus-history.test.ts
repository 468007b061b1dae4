import { describe, expect, it } from 'vitest'
import { addToFocusHistory } from '../../../renderer/ui/focus-history.ts'

const element = (name: string, isConnected = true) => ({ name, isConnected })

describe('the focus history', () => {
  it('lists the newest element first, and each element once', () => {
    const [prompt, button] = [element('prompt'), element('button')]
    expect([prompt, button, prompt].reduce(addToFocusHistory<typeof prompt>, [])).toEqual([prompt, button])
  })

  it('drops removed elements, and keeps at most eight', () => {
    const gone = element('gone', false)
    const many = Array.from({ length: 12 }, (_, place) => element(String(place)))
    const trail = [gone, ...many].reduce(addToFocusHistory<typeof gone>, [])
    expect(trail.map(({ name }) => name)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4'])
    expect(addToFocusHistory([gone], element('new')).map(({ name }) => name)).toEqual(['new'])
  })
})
