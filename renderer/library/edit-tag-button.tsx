import { maxTagLength, unfilteredQuery } from '../../shared/library/query-defaults.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useFailureToast } from '../ui/toasts.tsx'
import { EditNameButton } from './edit-name-button.tsx'
import { changeLibraryQuery } from './library-view-store.ts'
import type { LibraryActions } from './use-library-actions.ts'

/** Button that renames or deletes `tag` on all items that have this tag. The library is currently filtered by `tag`. */
export function EditTagButton({ tag, actions }: { readonly tag: string; readonly actions: LibraryActions }) {
  const sayFailure = useFailureToast()

  async function changeAll(added: string | null, words: string): Promise<boolean> {
    const shelf = await request('library.query', { ...unfilteredQuery, tags: [tag] })
    if (!shelf.ok) {
      sayFailure(shelf)
      return false
    }
    const keys = [...shelf.value.keys]
    if (keys.length === 0) return true
    const isDone = await actions.change({ keys, removeTags: [tag], ...(added === null ? {} : { addTags: [added] }) }, words)
    if (isDone) changeLibraryQuery({ tags: added === null ? [] : [added] })
    return isDone
  }
  return (
    <EditNameButton
      label={say('Edit tag')}
      fieldLabel={say('Tag name')}
      name={tag}
      maxLength={maxTagLength}
      onRename={(added) => changeAll(added, say('Tag “{tag}” renamed to “{added}”', { tag, added }))}
      onDelete={() => changeAll(null, say('Tag “{tag}” deleted', { tag }))}
      deleteLabel={say('Delete tag')}
    />
  )
}
