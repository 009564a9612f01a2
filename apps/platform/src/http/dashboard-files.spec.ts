import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dashboardFiles } from './dashboard-files.ts'

async function builtFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'))
  let builds = 0
  /** As Vite does it: everything of the last build goes, then the new one is written. */
  async function build(asset: string) {
    await rm(join(folder, 'assets'), { recursive: true, force: true })
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets', asset), `// ${asset}`)
    const page = join(folder, 'index.html')
    await writeFile(page, `<script src="/assets/${asset}" nonce="__CSP_NONCE__"></script>`)
    builds += 1
    await utimes(page, builds, builds)
  }
  return { folder, build, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('a rebuilt dashboard is served whole, and an asset that is gone is missing, not a failure', async () => {
  await using built = await builtFolder()
  expect(await dashboardFiles(built.folder)).toBeUndefined()
  await built.build('old.js')
  const files = await dashboardFiles(built.folder)
  const get = async (path: string) => {
    const served = await files?.serve(new Request(`http://host${path}`), 'n1')
    return served && { isPage: served.isPage, text: await served.response.text() }
  }
  const page = (asset: string) => ({
    isPage: true,
    text: `<script src="/assets/${asset}" nonce="n1"></script>`,
  })

  expect(await get('/project/any')).toEqual(page('old.js'))
  expect(await get('/assets/old.js')).toEqual({ isPage: false, text: '// old.js' })
  expect(await get('/assets/none.js')).toBeUndefined()
  expect(await get('/favicon.ico')).toBeUndefined()

  await built.build('new.js')
  expect(await get('/assets/old.js')).toBeUndefined()
  expect(await get('/assets/new.js')).toEqual({ isPage: false, text: '// new.js' })
  expect(await get('/organizations')).toEqual(page('new.js'))

  // half a build: the page of the last one is still better than none
  await rm(join(built.folder, 'index.html'))
  expect(await get('/organizations')).toEqual(page('new.js'))
})
