import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LineageGraph } from '../../../renderer/viewer/lineage-graph.tsx'
import { aTask } from '../a-task.ts'
import { aResult } from './a-result.ts'

const found = (id: string) => ({ task: aTask({ id }), result: aResult({ id }) })

/** Returns the graph's visible text, without labels that only screen readers read. */
function seen(parents: readonly string[], children: readonly string[]): string {
  const lineage = { parents: parents.map(found), children: children.map(found) }
  const graph = renderToStaticMarkup(<LineageGraph lineage={lineage} shown={found('shown')} />)
  return graph
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('the lineage graph', () => {
  it('has visible titles, not only titles for screen readers', () => {
    expect(seen(['a'], ['b'])).toBe('Made from Used in')
    expect(seen(['a'], [])).toBe('Made from')
    expect(seen([], ['b'])).toBe('Used in')
  })
})
