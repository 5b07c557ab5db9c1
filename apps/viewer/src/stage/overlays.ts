// Draws a picture of pairs over the bodies: thick segments, markers and filled triangles in one call each. What lies
// behind a body shows through it faintly.
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  GreaterDepth,
  Group,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LessEqualDepth,
  Mesh,
  type RawShaderMaterial,
} from "three";
import { anySphere } from "./bodies";
import { logDepth, sectionFragment, type Materials } from "./materials";
import type { Ink, Picture } from "./pair_picture";
import { across, cross, plus, sub, unit, type Vec3 } from "./vectors";

export type Palette = Record<Ink, readonly [number, number, number]>;

const segmentVertex = `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec2 resolution; // in pixels of the page
in vec2 position; // along 0 to 1, across −1 to 1
in vec3 from, to;
in vec4 ink;
in vec3 widths; // at both ends, length of a dash or 0
${logDepth.vertex}
out vec4 color;
out vec3 eye;
out float along;
flat out float dash;
void main() {
  vec4 p = viewMatrix * vec4(from, 1.0);
  vec4 q = viewMatrix * vec4(to, 1.0);
  float near = -1e-6;
  if (p.z > near && q.z > near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (p.z > near) p = mix(q, p, (near - q.z) / (p.z - q.z));
  if (q.z > near) q = mix(p, q, (near - p.z) / (q.z - p.z));
  // A little nearer, since a patch or a disc may lie in a face.
  vec4 cp = projectionMatrix * vec4(p.xyz * 0.9993, 1.0);
  vec4 cq = projectionMatrix * vec4(q.xyz * 0.9993, 1.0);
  vec2 sp = cp.xy / cp.w * resolution * 0.5;
  vec2 sq = cq.xy / cq.w * resolution * 0.5;
  vec2 way = sq - sp;
  float size = length(way);
  way = size > 1e-6 ? way / size : vec2(1.0, 0.0);
  vec2 side = vec2(-way.y, way.x);
  float width = mix(widths.x, widths.y, position.x);
  vec4 at = mix(cp, cq, position.x);
  float cap = widths.z > 0.0 || widths.x != widths.y ? 0.0 : width;
  vec2 shift = side * position.y * 0.5 * width + way * (position.x - 0.5) * cap;
  at.xy += shift / resolution * 2.0 * at.w;
  gl_Position = at;
  eye = mix(p, q, position.x).xyz;
  color = ink;
  along = position.x * size;
  dash = widths.z;
  ${logDepth.set}
}`;

const segmentFragment = `
precision highp float;
in vec4 color;
in vec3 eye;
in float along;
flat in float dash;
uniform float strength;
${logDepth.fragment}
${sectionFragment}
out vec4 result;
void main() {
  if (dash > 0.0 && fract(along / dash) > 0.6) discard;
  result = vec4(color.rgb, color.a * strength);
  writeDepth();
}`;

const markerVertex = `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec2 resolution;
in vec2 position; // −1 to 1
in vec3 at;
in vec4 ink;
in vec2 kind; // size in pixels; 0 disc, 1 diamond, 2 ring
${logDepth.vertex}
out vec4 color;
out vec2 on;
flat out float shape;
void main() {
  vec4 p = viewMatrix * vec4(at, 1.0);
  if (p.z > -1e-6) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  gl_Position = projectionMatrix * vec4(p.xyz * 0.999, 1.0);
  gl_Position.xy += position * (kind.x * 0.5 + 1.5) / resolution * 2.0 * gl_Position.w;
  on = position * (1.0 + 3.0 / kind.x);
  color = ink;
  shape = kind.y;
  ${logDepth.set}
}`;

const markerFragment = `
precision highp float;
in vec4 color;
in vec2 on;
flat in float shape;
uniform float strength;
uniform vec3 rim;
${logDepth.fragment}
out vec4 result;
void main() {
  float r = shape == 1.0 ? abs(on.x) + abs(on.y) : length(on);
  if (r > 1.28) discard;
  vec3 shade = r > 0.95 ? rim : color.rgb;
  if (shape == 2.0 && r < 0.5) discard;
  result = vec4(shade, color.a * strength);
  writeDepth();
}`;

const fillVertex = `
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position;
in vec4 ink;
${logDepth.vertex}
out vec4 color;
void main() {
  vec4 p = viewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * vec4(p.xyz * 0.9996, 1.0);
  color = ink;
  ${logDepth.set}
}`;

const fillFragment = `
precision highp float;
in vec4 color;
uniform float strength;
${logDepth.fragment}
out vec4 result;
void main() {
  result = vec4(color.rgb, color.a * strength);
  writeDepth();
}`;

// Numbers that grow as they must and are otherwise written in place.
class Stream {
  private numbers: Float32Array;
  size = 0;

  constructor(
    private readonly width: number,
    private readonly perInstance: boolean,
  ) {
    this.numbers = new Float32Array(64 * width);
  }

  put(...values: number[]): void {
    if (this.size + values.length > this.numbers.length) {
      const more = new Float32Array(2 * this.numbers.length + values.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    this.numbers.set(values, this.size);
    this.size += values.length;
  }

  attach(geometry: BufferGeometry, name: string): void {
    const known = geometry.getAttribute(name) as BufferAttribute | undefined;
    if (known && known.array === this.numbers) {
      known.needsUpdate = true;
      return;
    }
    const made = this.perInstance
      ? new InstancedBufferAttribute(this.numbers, this.width)
      : new BufferAttribute(this.numbers, this.width);
    made.setUsage(DynamicDrawUsage);
    // The renderer keeps buffers, and how many instances they hold, until it is told that they are gone.
    geometry.dispose();
    geometry.setAttribute(name, made);
  }
}

function instancedQuad(corners: number[], indices: number[]): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(corners), 2));
  geometry.setIndex(indices);
  geometry.instanceCount = 0;
  return geometry;
}

const shapes = { disc: 0, diamond: 1, ring: 2 };
const discSides = 64;

export class Overlays {
  readonly group = new Group();
  private readonly segments = instancedQuad([0, -1, 0, 1, 1, -1, 1, 1], [0, 2, 1, 1, 2, 3]);
  private readonly markers = instancedQuad([-1, -1, 1, -1, -1, 1, 1, 1], [0, 1, 2, 2, 1, 3]);
  private fills = new BufferGeometry();
  private readonly from = new Stream(3, true);
  private readonly to = new Stream(3, true);
  private readonly segmentInk = new Stream(4, true);
  private readonly widths = new Stream(3, true);
  private readonly at = new Stream(3, true);
  private readonly markerInk = new Stream(4, true);
  private readonly kind = new Stream(2, true);
  private readonly corners = new Stream(3, false);
  private readonly fillInk = new Stream(4, false);
  private origin: Vec3 = [0, 0, 0];
  private scale = 1;
  private readonly meshes: Mesh[] = [];

  // `through`: what lies behind bodies is seen faintly.
  constructor(materials: Materials, rim: { value: unknown }, through: boolean) {
    const make = (vertex: string, fragment: string, behind: boolean): RawShaderMaterial => {
      const material = materials.make(vertex, fragment, {
        transparent: true,
        depthWrite: false,
        uniforms: { strength: { value: behind ? 0.35 : 1 }, rim },
      });
      material.depthFunc = behind ? GreaterDepth : LessEqualDepth;
      return material;
    };
    const put = (geometry: BufferGeometry, vertex: string, fragment: string, order: number): void => {
      for (const behind of through ? [true, false] : [false]) {
        geometry.boundingSphere = anySphere;
        const mesh = new Mesh(geometry, make(vertex, fragment, behind));
        mesh.frustumCulled = false;
        mesh.renderOrder = order;
        this.meshes.push(mesh);
        this.group.add(mesh);
      }
    };
    put(this.fills, fillVertex, fillFragment, 10);
    put(this.segments, segmentVertex, segmentFragment, 11);
    put(this.markers, markerVertex, markerFragment, 12);
  }

  private local(p: Vec3): [number, number, number] {
    const [x, y, z] = this.origin;
    return [(p[0] - x) * this.scale, (p[1] - y) * this.scale, (p[2] - z) * this.scale];
  }

  private segment(
    from: Vec3,
    to: Vec3,
    ink: readonly [number, number, number],
    alpha: number,
    start: number,
    end: number,
    dash: number,
  ): void {
    this.from.put(...this.local(from));
    this.to.put(...this.local(to));
    this.segmentInk.put(...ink, alpha);
    this.widths.put(start, end, dash);
  }

  private triangle(
    a: Vec3,
    b: Vec3,
    c: Vec3,
    ink: readonly [number, number, number],
    alphas: [number, number, number],
  ): void {
    [a, b, c].forEach((corner, i) => {
      this.corners.put(...this.local(corner));
      this.fillInk.put(...ink, alphas[i]!);
    });
  }

  // A picture in world coordinates; display coordinates are (world − origin) · scale.
  draw(picture: Picture, palette: Palette, origin: Vec3, scale: number): void {
    this.origin = origin;
    this.scale = scale;
    for (const stream of [
      this.from,
      this.to,
      this.segmentInk,
      this.widths,
      this.at,
      this.markerInk,
      this.kind,
      this.corners,
      this.fillInk,
    ])
      stream.size = 0;
    for (const { from, to, ink, width, dashed, alpha } of picture.segments)
      this.segment(from, to, typeof ink === "string" ? palette[ink] : ink, alpha ?? 1, width, width, dashed ? 9 : 0);
    for (const { from, to, ink } of picture.arrows) {
      const neck = plus(from, 0.72, sub(to, from));
      this.segment(from, neck, palette[ink], 1, 3, 3, 0);
      this.segment(neck, to, palette[ink], 1, 13, 0, 0);
    }
    for (const { center, normal, radius, ink, faint } of picture.discs)
      this.disc(center, normal, radius, palette[ink], faint ?? false);
    for (const { corners, ink, alpha } of picture.polygons)
      for (let i = 1; i + 1 < corners.length; ++i)
        this.triangle(corners[0]!, corners[i]!, corners[i + 1]!, palette[ink], [alpha, alpha, alpha]);
    for (const { at, ink, size, shape } of picture.points) {
      this.at.put(...this.local(at));
      this.markerInk.put(...(typeof ink === "string" ? palette[ink] : ink), 1);
      this.kind.put(size, shapes[shape]);
    }
    this.from.attach(this.segments, "from");
    this.to.attach(this.segments, "to");
    this.segmentInk.attach(this.segments, "ink");
    this.widths.attach(this.segments, "widths");
    this.segments.instanceCount = this.from.size / 3;
    this.at.attach(this.markers, "at");
    this.markerInk.attach(this.markers, "ink");
    this.kind.attach(this.markers, "kind");
    this.markers.instanceCount = this.at.size / 3;
    this.corners.attach(this.fills, "position");
    this.fillInk.attach(this.fills, "ink");
    this.fills.setDrawRange(0, this.corners.size / 3);
    const [fills, segments, markers] = [this.corners.size > 0, this.from.size > 0, this.at.size > 0];
    this.meshes.forEach((mesh) => {
      mesh.visible = mesh.geometry === this.fills ? fills : mesh.geometry === this.segments ? segments : markers;
    });
  }

  // Fainter outward, with rings and spokes by which its slope is seen.
  private disc(
    center: Vec3,
    normal: Vec3,
    radius: number,
    ink: readonly [number, number, number],
    faint: boolean,
  ): void {
    const u = across(unit(normal) ?? [0, 0, 1]);
    const v = cross(unit(normal) ?? [0, 0, 1], u);
    const on = (k: number, r: number): Vec3 => {
      const angle = (2 * Math.PI * k) / discSides;
      return plus(plus(center, r * Math.cos(angle), u), r * Math.sin(angle), v);
    };
    const step = faint ? 4 : 1;
    for (let k = 0; k < discSides; k += step) {
      if (faint) {
        this.segment(on(k, radius), on(k + step, radius), ink, 0.5, 1, 1, 0);
        continue;
      }
      this.triangle(center, on(k, radius), on(k + 1, radius), ink, [0.42, 0.2, 0.2]);
      this.segment(on(k, radius), on(k + 1, radius), ink, 0.9, 1.6, 1.6, 0);
      if (k % 2 === 0) this.segment(on(k, radius / 2), on(k + 2, radius / 2), ink, 0.35, 1, 1, 0);
    }
    for (let k = 0; k < discSides && !faint; k += discSides / 8) this.segment(center, on(k, radius), ink, 0.3, 1, 1, 0);
  }
}
