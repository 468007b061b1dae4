import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { HeatDoor } from '../../../renderer/ui/heat-door.tsx'

describe('a pending tile', () => {
  it('glows by the share of the expected time', () => {
    expect(renderToStaticMarkup(<HeatDoor heat={0.5} />)).toMatch(/--h:0\.5/)
    expect(renderToStaticMarkup(<HeatDoor heat={0.5} />)).not.toMatch(/flat/)
  })

  it('has no height when no time is expected', () => {
    const door = renderToStaticMarkup(<HeatDoor heat={null} />)
    expect(door).toMatch(/--h:0"/)
    expect(door).toMatch(/flat/)
  })

  it('has no fire after a failure', () => {
    expect(renderToStaticMarkup(<HeatDoor isCold />)).toMatch(/cold/)
    expect(renderToStaticMarkup(<HeatDoor isCold />)).not.toMatch(/flat/)
  })
})
