import { TagPopover } from './tag-popover.tsx'
import { useFacets } from './use-facets.ts'
import { useLibraryActions } from './use-library-actions.ts'

/** Popover with the tags and collections of one item, for views other than the library. */
export function ItemTagPopover({ itemKey }: { readonly itemKey: number }) {
  const answer = useFacets()
  const actions = useLibraryActions()
  return <TagPopover keys={[itemKey]} facetData={answer} actions={actions} side="bottom" />
}
