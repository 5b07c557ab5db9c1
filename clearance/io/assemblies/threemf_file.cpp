// Notation: 3D Manufacturing Format, core specification 1.3, production extension 1.1; the container is an OPC package.
#include <clearance/io/assemblies/threemf_file.h>

#include <clearance/io/assemblies/placement.h>
#include <clearance/io/meshes/mesh_builder.h>
#include <clearance/io/number.h>
#include <clearance/io/scanner.h>
#include <clearance/io/text.h>
#include <clearance/io/unique_names.h>
#include <clearance/io/xml/xml_reader.h>
#include <clearance/io/zip/zip_reader.h>

#include <map>
#include <optional>
#include <utility>

namespace clearance::detail {
namespace {

using Tag = XmlReader::Tag;

constexpr std::string_view kCore = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
constexpr std::string_view kProduction = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";
constexpr std::string_view kRelationships = "http://schemas.openxmlformats.org/package/2006/relationships";
constexpr std::string_view kModelType = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
// What these add leaves shapes as they are.
constexpr std::string_view kHarmless[] = {kCore, kProduction,
                                          "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"};
constexpr std::size_t kMostBodies = 250'000, kLongestName = 1000, kMostSteps = 4'000'000;

Error bad(const std::string& place, const std::string& fault) { return {place, fault, ErrorCode::BadFile}; }

struct Object;
struct Component {
  const Object* object;
  Placement placement;
};
struct Object {
  std::string name;
  std::shared_ptr<const MeshData> mesh;  // or
  std::vector<Component> components;
};
// Objects of one model part, by their numbers.
using Objects = std::map<std::string, std::unique_ptr<Object>>;

struct Item {
  Component what;
  std::string part_number;
};

// ---- Attributes
// --------------------------------------------------------------------------------------------------------

std::optional<Error> read_placement(const XmlReader& xml, Placement& out) {
  const std::optional<std::string> text = xml.attribute("transform");
  if (!text) return std::nullopt;
  std::string_view rest = *text;
  double m[12];
  for (double& x : m) {
    const std::optional<double> number = parse_double(take_word(rest));
    if (!number || !is_coordinate({*number, 0, 0})) return bad(xml.place(), "a transform is not twelve numbers");
    x = *number;
  }
  if (!take_word(rest).empty()) return bad(xml.place(), "a transform is not twelve numbers");
  // Rows apply to vectors from the left.
  out = placement_of(Mat3{{{m[0], m[3], m[6]}, {m[1], m[4], m[7]}, {m[2], m[5], m[8]}}}, {m[9], m[10], m[11]});
  return std::nullopt;
}

std::optional<LengthUnit> unit_of(const std::string& name) {
  constexpr std::pair<std::string_view, LengthUnit> kUnits[] = {{"micron", LengthUnit::Micrometre},
                                                                {"millimeter", LengthUnit::Millimetre},
                                                                {"centimeter", LengthUnit::Centimetre},
                                                                {"meter", LengthUnit::Metre},
                                                                {"inch", LengthUnit::Inch},
                                                                {"foot", LengthUnit::Foot}};
  for (const auto& [known, unit] : kUnits)
    if (name == known) return unit;
  return std::nullopt;
}

// A part's name as the archive has it: without the slash in front.
std::string entry_name(std::string name) {
  if (name.starts_with('/')) name.erase(0, 1);
  return name;
}

// ---- A model part
// ------------------------------------------------------------------------------------------------------

class Package;

class ModelReader {
 public:
  ModelReader(std::string_view text, Package& package, bool is_root)
      : xml_(text), package_(package), is_root_(is_root) {}

  std::optional<Error> read() {
    Result<Tag> tag = xml_.next();
    if (!tag) return tag.error();
    if (!is("model")) return fail("the root element is not the model of 3MF");
    if (std::optional<Error> error = read_head()) return error;
    std::optional<Error> error = each_child([&]() -> std::optional<Error> {
      if (is("resources")) return each_child([&] { return is("object") ? read_object() : xml_.skip(); });
      if (is("build") && is_root_) return each_child([&] { return is("item") ? read_item() : xml_.skip(); });
      return xml_.skip();
    });
    if (error) return error;
    const Result<Tag> end = xml_.next();
    return end ? std::nullopt : std::optional<Error>(end.error());
  }

  LengthUnit unit = LengthUnit::Millimetre;
  Objects objects;
  std::vector<Item> items;

 private:
  bool is(std::string_view name) const { return xml_.name() == name && xml_.is_in(kCore); }
  Error fail(const std::string& fault) const { return bad(xml_.place(), fault); }

  // Calls `child` for each element in the one that was opened last; it takes all of it.
  template <class F>
  std::optional<Error> each_child(const F& child) {
    for (;;) {
      const Result<Tag> tag = xml_.next();
      if (!tag) return tag.error();
      if (*tag != Tag::Open) return std::nullopt;
      if (std::optional<Error> error = child()) return error;
    }
  }

  std::optional<Error> read_head() {
    if (const std::optional<std::string> name = xml_.attribute("unit")) {
      const std::optional<LengthUnit> known = unit_of(*name);
      if (!known) return fail("unknown unit \"" + printable(*name) + "\"");
      unit = *known;
    }
    const std::string required = xml_.attribute("requiredextensions").value_or("");
    std::string_view rest = required;
    for (std::string_view prefix = take_word(rest); !prefix.empty(); prefix = take_word(rest)) {
      const std::string space = xml_.name_space(prefix).value_or(std::string(prefix));
      bool is_harmless = false;
      for (const std::string_view known : kHarmless) is_harmless |= space == known;
      if (!is_harmless) return fail("requires the extension " + printable(space) + ", which is not read");
    }
    return std::nullopt;
  }

  std::optional<Error> read_object() {
    const std::string id = xml_.attribute("id").value_or("");
    if (id.empty()) return fail("an object without a number");
    auto object = std::make_unique<Object>();
    object->name = xml_.attribute("name").value_or("");
    if (object->name.empty()) object->name = xml_.attribute("partnumber").value_or("");
    if (object->name.empty()) object->name = "object " + id;
    if (object->name.size() > kLongestName) return fail("a name of more than 1000 bytes");
    const std::string here = xml_.place();
    std::optional<Error> error = each_child([&]() -> std::optional<Error> {
      if (is("mesh")) return object->mesh ? fail("an object with two meshes") : read_mesh(*object);
      if (is("components")) return each_child([&] { return is("component") ? read_component(*object) : xml_.skip(); });
      return xml_.skip();
    });
    if (error) return error;
    if (object->mesh && !object->components.empty()) return bad(here, "an object with a mesh and components");
    if (!objects.emplace(id, std::move(object)).second)
      return bad(here, "two objects with the number " + printable(id));
    return std::nullopt;
  }

  std::optional<Error> read_mesh(Object& object) {
    MeshBuilder builder(FaceUse::Triangulate);
    const std::string here = xml_.place();
    std::optional<Error> error = each_child([&]() -> std::optional<Error> {
      if (is("vertices")) return each_child([&] { return is("vertex") ? read_vertex(builder) : xml_.skip(); });
      if (is("triangles")) return each_child([&] { return is("triangle") ? read_triangle(builder) : xml_.skip(); });
      return xml_.skip();
    });
    if (error) return error;
    Result<MeshData> mesh = builder.finish([](std::size_t f) { return "triangle " + std::to_string(f + 1); }, 0);
    if (!mesh) return mesh.error().within(here);
    MeshData made = std::move(mesh).value();
    made.format = "3MF";
    object.mesh = std::make_shared<const MeshData>(std::move(made));
    return std::nullopt;
  }

  std::optional<Error> read_vertex(MeshBuilder& builder) {
    double c[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::optional<double> number =
          parse_double(trimmed(xml_.plain_attribute(std::string_view("xyz").substr(k, 1))));
      if (!number) return fail("a vertex needs x, y and z, which are numbers");
      c[k] = *number;
    }
    if (const std::optional<std::string> fault = builder.add_point({c[0], c[1], c[2]})) return fail(*fault);
    return xml_.skip();
  }

  std::optional<Error> read_triangle(MeshBuilder& builder) {
    for (const std::string_view name : {"v1", "v2", "v3"}) {
      const std::optional<std::int64_t> index = parse_integer(trimmed(xml_.plain_attribute(name)));
      if (!index || *index < 0) return fail("a triangle needs v1, v2 and v3, which are numbers of vertices");
      builder.add_corner(static_cast<std::uint64_t>(*index));
    }
    builder.end_face();
    return xml_.skip();
  }

  std::optional<Error> read_reference(Component& out);

  std::optional<Error> read_component(Object& object) {
    Component component{};
    if (std::optional<Error> error = read_reference(component)) return error;
    object.components.push_back(component);
    return xml_.skip();
  }

  std::optional<Error> read_item() {
    Item item;
    if (std::optional<Error> error = read_reference(item.what)) return error;
    item.part_number = xml_.attribute("partnumber").value_or("");
    if (item.part_number.size() > kLongestName) return fail("a name of more than 1000 bytes");
    items.push_back(std::move(item));
    return xml_.skip();
  }

  XmlReader xml_;
  Package& package_;
  bool is_root_;
};

// ---- The package
// -------------------------------------------------------------------------------------------------------

class Package {
 public:
  explicit Package(ZipReader zip) : zip_(std::move(zip)) {}

  Result<FileBodies> read() {
    const Result<std::string> root = start_part();
    if (!root) return root.error();
    const Result<std::string> text = zip_.read(*root);
    if (!text) return text.error();
    ModelReader model(*text, *this, true);
    if (const std::optional<Error> error = model.read()) return error->within(printable(*root));
    if (model.items.empty()) return bad(printable(*root), "the build is empty");
    out_.unit = unit_ = model.unit;
    for (const Item& item : model.items)
      if (std::optional<Error> error = add_bodies(item)) return error->within(printable(*root));
    if (out_.bodies.empty()) return bad(printable(*root), "no triangles");
    return std::move(out_);
  }

  // The objects of another part, read once.
  Result<const Objects*> objects_of(const std::string& path) {
    const std::string name = entry_name(path);
    if (const auto known = parts_.find(name); known != parts_.end()) return &known->second;
    const Result<std::string> text = zip_.read(name);
    if (!text) return text.error();
    ModelReader model(*text, *this, false);
    if (const std::optional<Error> error = model.read()) return error->within(printable(name));
    units_.emplace_back(name, model.unit);
    return &parts_.emplace(name, std::move(model.objects)).first->second;
  }

 private:
  Result<std::string> start_part() {
    const Result<std::string> text = zip_.read("_rels/.rels");
    if (!text) return text.error();
    XmlReader xml(*text);
    std::string found;
    for (;;) {
      const Result<Tag> tag = xml.next();
      if (!tag) return tag.error().within("_rels/.rels");
      if (*tag == Tag::End) break;
      if (*tag != Tag::Open || xml.name() != "Relationship" || !xml.is_in(kRelationships)) continue;
      if (xml.attribute("Type") != std::optional<std::string>(kModelType)) continue;
      if (!found.empty()) return bad("_rels/.rels", "two models; a package has one");
      found = entry_name(xml.attribute("Target").value_or(""));
      if (found.empty()) return bad("_rels/.rels", "a model without a name");
    }
    if (found.empty()) return bad("_rels/.rels", "no model: not a 3MF file");
    return found;
  }

  // Depth first, in the order of the file.
  std::optional<Error> add_bodies(const Item& item) {
    for (const auto& [name, unit] : units_)
      if (unit != unit_) return bad(printable(name), "is in another unit than the model that names it");
    struct Step {
      const Object* object;
      Placement placement;
    };
    std::vector<Step> open{{item.what.object, item.what.placement}};
    const std::string& top = item.part_number.empty() ? item.what.object->name : item.part_number;
    while (!open.empty()) {
      const Step here = open.back();
      open.pop_back();
      if (++steps_ > kMostSteps) return bad("", "components within components name more than 4000000 objects");
      if (!here.object->mesh) {
        const std::vector<Component>& components = here.object->components;
        if (open.size() + components.size() > kMostSteps)
          return bad("", "components within components name more than 4000000 objects");
        for (auto c = components.rbegin(); c != components.rend(); ++c)
          open.push_back({c->object, compose(here.placement, c->placement)});
        continue;
      }
      if (here.object->mesh->triangles.empty()) continue;
      if (out_.bodies.size() == kMostBodies) return bad("", "more than 250000 bodies");
      const std::string name = here.object == item.what.object ? top : top + "/" + here.object->name;
      const Result<PlacedMesh> placed = placer_.place(here.object->mesh, here.placement);
      if (!placed) return placed.error().within(printable(name));
      out_.bodies.push_back({names_.make(name), placed->mesh, placed->pose});
    }
    return std::nullopt;
  }

  ZipReader zip_;
  std::map<std::string, Objects> parts_;
  std::vector<std::pair<std::string, LengthUnit>> units_;  // of the other parts
  LengthUnit unit_ = LengthUnit::Millimetre;
  FileBodies out_;
  UniqueNames names_;
  Placer placer_;
  std::size_t steps_ = 0;
};

// Of this part, where the object stands before; of another one that is named.
std::optional<Error> ModelReader::read_reference(Component& out) {
  const std::string id = xml_.attribute("objectid").value_or("");
  const std::optional<std::string> path = xml_.attribute("path", kProduction);
  if (path && !is_root_) return fail("a part that is named by another names a third; only the first may");
  const Objects* from = &objects;
  if (path) {
    const Result<const Objects*> others = package_.objects_of(*path);
    if (!others) return others.error().within(xml_.place());
    from = *others;
  }
  const auto found = from->find(id);
  if (found == from->end())
    return fail("object " + printable(id) + " does not stand before what names it" + (path ? " in that part" : ""));
  out.object = found->second.get();
  return read_placement(xml_, out.placement);
}

}  // namespace

Result<FileBodies> parse_3mf(std::string_view bytes) {
  Result<ZipReader> zip = ZipReader::open(bytes);
  if (!zip) return zip.error();
  return Package(std::move(zip).value()).read();
}

}  // namespace clearance::detail
