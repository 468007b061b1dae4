import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SpellingDataDisclosure } from '../../../renderer/settings/spelling-data-disclosure.tsx'

/** Returns the disclosure's icon and the first word of its text. */
function line(isOn: boolean, isOwn: boolean, way: 'system' | 'direct' = 'system'): readonly (string | undefined)[] {
  const list = renderToStaticMarkup(<SpellingDataDisclosure rules={{ isOn, languages: ['en-US'] }} way={way} isOwn={isOwn} />)
  return [/lucide-([a-z-]+)/.exec(list)?.[1], /<span>(\w+)/.exec(list)?.[1]]
}

describe('the disclosure of spelling data', () => {
  it('has an arrow if data is sent', () => {
    expect(line(true, false)).toEqual(['arrow-right', 'A'])
  })

  it('has no arrow if no data is sent', () => {
    expect(line(true, true)).toEqual(['minus', 'No'])
    expect(line(false, false)).toEqual(['minus', 'No'])
    expect(line(true, false, 'direct')).toEqual(['minus', 'No'])
  })
})
