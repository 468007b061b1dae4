import type { LibraryTile } from '../../../shared/library/library.ts'

/** Returns the tile of a library image. `different` overrides members. */
export function aTile(different: Partial<LibraryTile> & { readonly key: number }): LibraryTile {
  return {
    id: `item-${different.key}`,
    task: `task-${different.key}`,
    capability: 'imgmodel-image-generator',
    medium: 'image',
    contentType: 'image/png',
    fileName: 'a-red-vase.png',
    bytes: 1_000,
    version: '5f70bf18a0860070',
    width: 1024,
    height: 768,
    durationInSeconds: null,
    madeAt: new Date(2026, 10, 20, 14, 6).getTime(),
    title: 'A red vase',
    prompt: 'A red vase on a plinth',
    stars: 0,
    tags: [],
    collections: [],
    connectionId: 'default',
    state: 'here',
    parents: [],
    marks: { title: [], prompt: [] },
    ...different
  }
}
