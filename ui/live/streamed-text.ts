/** A browser collects a response as garbage that only its own reader refers to, and the reader then waits for ever. */
const held = new Set<ReadableStream>();

/** Reads a body piece by piece, as it arrives. */
export async function* streamedText(body: ReadableStream<BufferSource>): AsyncGenerator<string> {
  held.add(body);
  try {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    held.delete(body);
  }
}
