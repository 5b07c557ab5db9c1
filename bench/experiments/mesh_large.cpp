// Question: do ten million triangles load and answer, and in how much memory?
// Method:   a torus knot of 10⁷ triangles is written as a binary PLY file, read, made a solid, and asked about
//           against a copy of itself at poses near contact. Memory is the most that the process ever had, as the
//           system tells.
#include <bench/experiments.h>
#include <bench/race/mesh_race.h>
#include <bench/race/timer.h>
#include <clearance/build/mesh.h>
#include <clearance/io/meshes/mesh_file.h>
#include <clearance/solid/mesh_query.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace clearance::bench {
namespace {

double peak_gigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1024 * 1024);
}

// W2's coordinates are floats already.
bool write_ply(const TriangleSoup& soup, const std::string& path) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  std::fprintf(file,
               "ply\nformat binary_little_endian 1.0\nelement vertex %zu\nproperty float x\nproperty float y\n"
               "property float z\nelement face %zu\nproperty list uchar int vertex_indices\nend_header\n",
               soup.vertices.size(), soup.triangles.size());
  for (const Vec3 v : soup.vertices) {
    const float p[3] = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
    std::fwrite(p, sizeof p, 1, file);
  }
  for (const MeshTriangle& t : soup.triangles) {
    std::fputc(3, file);
    std::fwrite(t.data(), sizeof t, 1, file);
  }
  const bool failed = std::ferror(file) != 0;
  return std::fclose(file) == 0 && !failed;
}

// The file, gone again at the end.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_((std::filesystem::temp_directory_path() / format("clearance-large-%d.ply", getpid())).string()) {}
  ~TemporaryFile() {
    std::error_code fault;
    std::filesystem::remove(path_, fault);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

void run_mesh_large(const Options& options, Report& report) {
  const int triangles = options.quick ? 20'000 : 10'000'000;
  const TemporaryFile file;
  report.progress("mesh-large: the file");
  if (!write_ply(w2_body(W2Body::Knot, triangles), file.path())) return report.note("The file could not be written.");
  const MeshPoses poses = w2_poses(kW2Pairs[0], options.quick ? 10 : 100);
  Table table("A large knot against its copy");
  const auto row = [&](const char* what, const std::string& value, double number) {
    table.row({what, value});
    report.add(Record{{"what", what}, {"value", number}});
  };
  row("memory before [GB, the most so far]", format("%.2f", peak_gigabytes()), peak_gigabytes());
  report.progress("mesh-large: reading");
  const Timer reading;
  Result<MeshData> read = read_mesh(file.path());
  if (!read) return report.note("The file could not be read: " + read.error().text());
  MeshData data = std::move(read).value();
  row("reading the file [s]", format("%.1f", reading.seconds()), reading.seconds());
  report.progress("mesh-large: building");
  const Timer building;
  const Mesh mesh = make_mesh(data.vertices, data.triangles, {.kind = MeshKind::Solid}).value();
  row("building, one thread [s]", format("%.1f", building.seconds()), building.seconds());
  data = {};
  row("triangles", format("%zu", mesh.triangle_count()), static_cast<double>(mesh.triangle_count()));
  row("bytes per triangle",
      format("%.1f", static_cast<double>(mesh.memory_bytes()) / static_cast<double>(mesh.triangle_count())),
      static_cast<double>(mesh.memory_bytes()) / static_cast<double>(mesh.triangle_count()));
  std::size_t colliding = 0;
  MeshPoses apart;
  const Timer booleans;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const bool meet{intersects(mesh, poses.a[i], mesh, poses.b[i])};
    colliding += meet ? 1 : 0;
    if (!meet) apart.a.push_back(poses.a[i]), apart.b.push_back(poses.b[i]);
  }
  const double boolean_us = 1e6 * booleans.seconds() / static_cast<double>(poses.size());
  row("boolean, first time at each pose [µs]", format("%.1f, %zu of %zu collide", boolean_us, colliding, poses.size()),
      boolean_us);
  const Timer distances;
  for (std::size_t i = 0; i < apart.size(); ++i) keep(distance(mesh, apart.a[i], mesh, apart.b[i]));
  const double distance_us = 1e6 * distances.seconds() / static_cast<double>(std::max<std::size_t>(1, apart.size()));
  row("distance [µs]", format("%.1f", distance_us), distance_us);
  row("memory [GB, the most so far]", format("%.2f", peak_gigabytes()), peak_gigabytes());
  report.add(std::move(table));
}

}  // namespace clearance::bench
