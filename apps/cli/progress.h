// Question: is the program still at work?
// Method:   a thread that speaks up on stderr after a second, and only when stderr is a terminal. The environment
//           variable CLEARANCE_PROGRESS_AFTER says another number of seconds; with 0 it speaks before anything is done.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace clearance::cli {

class Progress {
 public:
  // "reading gear.scene.json", or with a total "pairs": then with a bar before "pairs 12 of 400".
  explicit Progress(std::string what, std::size_t total = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step() { done_.fetch_add(1, std::memory_order_relaxed); }

 private:
  void speak(std::chrono::duration<double> silence);
  void show();
  static void clear();

  std::string what_;
  std::size_t total_;
  std::atomic<std::size_t> done_{0};
  bool ended_ = false;
  bool is_shown_ = false;  // by whoever speaks; read once nobody does
  std::mutex mutex_;
  std::condition_variable end_;
  std::thread thread_;
};

}  // namespace clearance::cli
