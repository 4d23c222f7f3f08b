/** Whoever reads the report may stop reading, as `head` does; what is open is closed all the same. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      // A terminal that was closed says EIO.
      if (!("code" in error && (error.code === "EPIPE" || error.code === "EIO"))) throw error;
    });
  }
}
