// The few things of WebGL that are used: programs with their uniforms, buffers with their attributes.

export interface Program {
  use(): void
  /** A number, a vector, a matrix of 16, or a list of things of one size. */
  set(name: string, values: readonly number[] | Float32Array, size?: number): void
}

export function makeProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('There is no graphics card.')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(program) ?? 'The graphics card refuses the program.')
  const places = new Map<string, WebGLUniformLocation | null>()
  return {
    use: () => gl.useProgram(program),
    set(name, values, size = values.length) {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name))
      const place = places.get(name)!
      if (size === 16) gl.uniformMatrix4fv(place, false, values)
      else if (size === 4) gl.uniform4fv(place, values)
      else if (size === 3) gl.uniform3fv(place, values)
      else if (size === 2) gl.uniform2fv(place, values)
      else gl.uniform1fv(place, values)
    },
  }
}

export interface Attribute {
  place: number
  size: number
  /** In bytes. */
  offset: number
  /** From one to the next, in bytes. */
  stride: number
  buffer: WebGLBuffer
  isBytes?: boolean
  /** One for each instance, in place of each corner. */
  isPerInstance?: boolean
}

export function makeBuffer(
  gl: WebGL2RenderingContext,
  data: AllowSharedBufferSource,
  target: number = gl.ARRAY_BUFFER,
) {
  const buffer = gl.createBuffer()
  gl.bindBuffer(target, buffer)
  gl.bufferData(target, data, gl.STATIC_DRAW)
  return buffer
}

export function makeArrays(
  gl: WebGL2RenderingContext,
  attributes: readonly Attribute[],
): WebGLVertexArrayObject {
  const arrays = gl.createVertexArray()
  gl.bindVertexArray(arrays)
  for (const { place, size, offset, stride, buffer, isBytes, isPerInstance } of attributes) {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(
      place,
      size,
      isBytes ? gl.UNSIGNED_BYTE : gl.FLOAT,
      isBytes === true,
      stride,
      offset,
    )
    gl.vertexAttribDivisor(place, isPerInstance ? 1 : 0)
  }
  gl.bindVertexArray(null)
  return arrays
}

/** The colour must have its opacity multiplied in already, as a canvas has. */
export function makeTexture(gl: WebGL2RenderingContext, picture: HTMLCanvasElement): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture)
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  const sharper = gl.getExtension('EXT_texture_filter_anisotropic')
  if (sharper) gl.texParameterf(gl.TEXTURE_2D, sharper.TEXTURE_MAX_ANISOTROPY_EXT, 8)
  return texture
}
