import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ProgressGlow } from '../../../renderer/ui/progress-glow.tsx'

describe('a pending tile', () => {
  it('glows by the elapsed share of the expected time', () => {
    expect(renderToStaticMarkup(<ProgressGlow heat={0.5} />)).toMatch(/--h:0\.5/)
    expect(renderToStaticMarkup(<ProgressGlow heat={0.5} />)).not.toMatch(/flat/)
  })

  it('is flat if no time is expected', () => {
    const door = renderToStaticMarkup(<ProgressGlow heat={null} />)
    expect(door).toMatch(/--h:0"/)
    expect(door).toMatch(/flat/)
  })

  it('has no glow after a failure', () => {
    expect(renderToStaticMarkup(<ProgressGlow isCold />)).toMatch(/cold/)
    expect(renderToStaticMarkup(<ProgressGlow isCold />)).not.toMatch(/flat/)
  })
})
