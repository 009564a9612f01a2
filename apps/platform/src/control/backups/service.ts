export { type Download, openDownload } from './download.ts'
export { verifyIfNew } from './verify.ts'
