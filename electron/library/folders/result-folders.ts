import { isAbsolute, join, relative, sep } from 'node:path'
import { isWithin } from '../is-within.ts'
import { mapConcurrent } from '../map-concurrent.ts'
import { pathExists } from '../unique-path.ts'
import type { ExternalFolders } from './external-folders.ts'
import { scanFolder, type FolderContents } from './scan-folder.ts'

export type ResultFoldersDependencies = {
  /** Returns the current library folder. */
  readonly folder: () => string
  /** True if the current library folder is available. False for an empty mount point or another drive at its path. */
  readonly isFolderThere: () => Promise<boolean>
  /** Returns the former library folders that are available now. */
  readonly formerFolders: () => Promise<readonly string[]>
  readonly externalFolders: ExternalFolders
}

/** `own`: contents of the library folder. `others`: contents of all other folders that may contain results. */
export type ResultFolderContents = { readonly own: FolderContents; readonly others: FolderContents }

/** Folders that may contain results. These are the library folder, former library folders, and folders that results were moved to. */
export class ResultFolders {
  readonly #dependencies: ResultFoldersDependencies

  constructor(dependencies: ResultFoldersDependencies) {
    this.#dependencies = dependencies
  }

  /** Current library folder. */
  get current(): string {
    return this.#dependencies.folder()
  }

  /** True if the current library folder is available. */
  isCurrentThere(): Promise<boolean> {
    return this.#dependencies.isFolderThere()
  }

  /** Returns the former library folders that are available now. */
  former(): Promise<readonly string[]> {
    return this.#dependencies.formerFolders()
  }

  /** Remembers a folder that results are moved to, unless it is inside the library folder. @throws file system errors. */
  addExternal(folder: string): void {
    if (folder !== this.current && !isWithin(this.current, folder)) this.#dependencies.externalFolders.add(folder)
  }

  /** Returns the other folders that results were moved to or previously saved in. Omits folders that are inside another one. */
  async others(): Promise<readonly string[]> {
    const { externalFolders, formerFolders } = this.#dependencies
    const folders = [...new Set([...externalFolders.all(), ...(await formerFolders())])]
    return folders.filter((folder) => folder !== this.current && ![this.current, ...folders].some((one) => isWithin(one, folder)))
  }

  /** Returns the contents of the library folder and of the other folders. */
  async scan(signal: AbortSignal): Promise<ResultFolderContents> {
    const own = await scanFolder(this.current, signal)
    const others = await mapConcurrent(1, await this.others(), (folder) => scanFolder(folder, signal))
    // The library folder may be inside another folder. Its files then don't count as files of the other folder.
    const isBesides = (path: string): boolean => !isWithin(this.current, path)
    return {
      own,
      others: {
        isThere: true,
        files: others.flatMap(({ files }) => files.filter(isBesides)),
        sidecars: others.flatMap(({ sidecars }) => sidecars.filter(({ path }) => isBesides(path)))
      }
    }
  }

  /**
   * Returns a path relative to the library folder, with forward slashes on every system. Returns the full path if the file is elsewhere.
   */
  nameOf(path: string): string {
    const name = relative(this.current, path)
    return name.startsWith('..') ? path : name.split(sep).join('/')
  }

  /** Returns the path for a name from `nameOf`. */
  pathOf(name: string): string {
    return isAbsolute(name) ? name : join(this.current, ...name.split('/'))
  }

  /**
   * True if the item's drive is connected. Outside the library, the file must also exist. If false, Kiln must not write there, because
   * another folder may be at the path.
   */
  async isReachable(path: string, isCurrentThere: boolean): Promise<boolean> {
    return isWithin(this.current, path) ? isCurrentThere : pathExists(path)
  }
}
