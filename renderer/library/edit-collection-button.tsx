import type { LibraryCollection } from '../../shared/library/library.ts'
import { maxCollectionNameLength } from '../../shared/library/query-defaults.ts'
import { say } from '../../shared/i18n/say.ts'
import { EditNameButton } from './edit-name-button.tsx'
import { changeLibraryQuery } from './library-view-store.ts'
import type { LibraryActions } from './use-library-actions.ts'

/** Button for renaming or deleting the collection that the library is filtered by. Deleting a collection keeps its files. */
export function EditCollectionButton({
  collection,
  actions
}: {
  readonly collection: LibraryCollection
  readonly actions: LibraryActions
}) {
  const { id, name } = collection

  async function remove(): Promise<boolean> {
    const isRemoved = await actions.removeCollection(id, say('Collection “{name}” deleted. Its files stay in the library.', { name }))
    if (isRemoved) changeLibraryQuery({ collection: null })
    return isRemoved
  }
  return (
    <EditNameButton
      label={say('Edit collection')}
      fieldLabel={say('Collection name')}
      name={name}
      maxLength={maxCollectionNameLength}
      onRename={(newName) => actions.renameCollection(collection, newName)}
      onDelete={remove}
      deleteLabel={say('Delete collection')}
    />
  )
}
