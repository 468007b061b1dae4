import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CapabilityCard } from '../../../renderer/gallery/capability-card.tsx'
import { createHighlighter } from '../../../renderer/gallery/search/highlight.ts'
import { aCapability } from './a-capability.ts'

const capability = aCapability({ id: 'vase', title: 'Vase', purpose: 'Makes a vase.' })

/** Returns the paragraphs of the card: its purpose and the matching fields. */
function paragraphs(search: string | null, found = capability): readonly string[] {
  const card = renderToStaticMarkup(
    <CapabilityCard
      card={{ key: 'vase', capability: found }}
      highlighter={search === null ? null : createHighlighter(search)}
      isExplained
      demonstration={null}
      coverHeight={100}
      coverRatio={4 / 3}
      recent={null}
      usedWords={null}
      isFavourite={false}
      isCurrent
      onOpen={() => undefined}
      onFavourite={() => undefined}
      onFocus={() => undefined}
    />
  )
  return [...card.matchAll(/<p[ >].*?<\/p>/gs)].map(([text]) => text.replaceAll(/<[^>]+>/g, ''))
}

describe('a card in the search results', () => {
  it('names the matching fields', () => {
    expect(paragraphs('prompt')).toEqual(['Makes a vase.', 'Field: prompt'])
  })

  it('names the matching keywords if its own texts don’t contain them', () => {
    const remover = aCapability({ id: 'remover', title: 'Background remover', purpose: 'Removes the background.' })
    expect(paragraphs('transparent', remover)).toEqual(['Removes the background.', 'Related to transparent'])
    expect(paragraphs('make my photo transparent', remover)).toEqual(['Removes the background.', 'Related to photo, transparent'])
    expect(paragraphs('transparant', remover)).toEqual(['Removes the background.', 'Related to transparent'])
    expect(paragraphs('transparent background', remover)).toEqual(['Removes the background.'])
  })

  it('has no empty line if no fields match', () => {
    expect(paragraphs('vase')).toEqual(['Makes a vase.'])
  })
})

describe('a card without a search', () => {
  it('shows its purpose', () => {
    expect(paragraphs(null)).toEqual(['Makes a vase.'])
  })
})
